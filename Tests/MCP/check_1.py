"""Puts an official client of versions 1.0 to 1.25, to `kma mcp` and to `POST /mcp`.

    python check_1.py PATH/TO/kma http://127.0.0.1:8080/mcp REVISION

It begins with `initialize`, and ends a session where an error comes under another status than 200. Ends with a line
"N passed, N failed".
"""

import asyncio
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from checks import check, finish  # noqa: E402

from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client

try:
    from mcp.client.streamable_http import streamablehttp_client
except ImportError:  # before 1.8
    streamablehttp_client = None


def is_refused(error, code):
    """True if an error has a code; that of version 1.0 carries its message alone."""
    return error.error.code == code if hasattr(error, "error") else bool(str(error))


async def check_session(name, streams, revision):
    async with streams as (read, write, *_):
        async with ClientSession(read, write) as session:
            server = await session.initialize()
            check(f"{name}: the revision is agreed on", server.protocolVersion == revision, server)
            tools = [tool.name for tool in (await session.list_tools()).tools]
            check(f"{name}: every tool is listed", tools == ["week", "now", "rain", "alerts", "nation", "history", "accuracy", "find_place"], tools)
            # What this server does not have is an error, and the session goes on.
            for what, ask in (("resources", session.list_resources), ("prompts", session.list_prompts)):
                try:
                    await ask()
                    check(f"{name}: there are no {what}", False)
                except McpError as error:
                    check(f"{name}: there are no {what}", is_refused(error, -32601), error)
            try:
                await session.call_tool("moon", {})
                check(f"{name}: an unknown tool is refused", False)
            except McpError as error:
                check(f"{name}: an unknown tool is refused", is_refused(error, -32602), error)
            result = await session.call_tool("now", {"place": "부산"})
            check(f"{name}: an unknown argument is named", result.isError and "place" in result.content[0].text, result)
            for tool, arguments in (("now", {"area": "부산"}), ("week", {"latitude": "35.18", "longitude": 129.08}),
                                    ("rain", {"area": "Busan", "within_hours": 3}), ("alerts", {}), ("find_place", {"query": "강릉"})):
                result = await session.call_tool(tool, arguments)
                check(f"{name}: {tool} {arguments} is answered after all of them",
                      not result.isError and result.content[0].text and (revision < "2025-06" or result.structuredContent), result)
            await session.send_ping()


async def main(program, address, revision):
    command = StdioServerParameters(command=program, args=["mcp", "--sample"], env={"KMA_LANG": "ko"})
    transports = [("stdio", stdio_client(command))]
    if streamablehttp_client: transports.append(("HTTP", streamablehttp_client(address)))
    for name, streams in transports:
        try:
            await asyncio.wait_for(check_session(f"{name}, {revision}", streams, revision), 30)
        except BaseException as error:  # the transport throws groups of what happened in its tasks
            check(f"{name}: the session goes on to its end", False, error)


asyncio.run(main(*sys.argv[1:4]))
finish()
