"""Puts the official client of the Model Context Protocol to `kma mcp` and to `POST /mcp`.

    python check.py PATH/TO/kma http://127.0.0.1:8080/mcp

Ends with a line "N passed, N failed".
"""

import asyncio
import json
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from checks import check, finish  # noqa: E402

from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters

TOOLS = ["week", "now", "rain", "alerts", "nation", "history", "accuracy", "find_place"]


async def check_tools(name, server, mode, version):
    name = f"{name}, {version}"
    async with Client(server, mode=mode) as client:
        check(f"{name}: the revision is agreed on", client.protocol_version == version, client.protocol_version)
        tools = (await client.list_tools()).tools
        check(f"{name}: every tool is listed, in order", [tool.name for tool in tools] == TOOLS, tools)
        for tool, arguments in (("week", {"area": "부산"}), ("now", {"latitude": 37.57, "longitude": 126.98}),
                                ("now", {"area": "Busan", "lang": "en"}), ("rain", {"area": "부산"}),
                                ("rain", {"area": "Busan", "within_hours": 3, "lang": "en"}), ("alerts", {}), ("alerts", {"area": "제주"}),
                                ("find_place", {"query": "강릉", "limit": 3})):
            # The client holds the structured content to the tool's own schema.
            result = await client.call_tool(tool, arguments)
            content = result.structured_content
            check(f"{name}: {tool} {arguments} has content and a short text",
                  not result.is_error and content and 0 < len(result.content[0].text) < (1400 if tool == "week" else 700), result)
            if tool != "find_place":
                check(f"{name}: {tool} tells its sources, their times, and whether they are stale",
                      all("issued_at" in source for source in content["sources"]) and content["stale"] is False, content)
        for arguments, word in (({"area": "중구"}, "부산광역시 중구"), ({"area": "부싼"}, "부산광역시"),
                                ({"latitude": 52.5, "longitude": 13.4}, "대한민국"), ({"latitude": 37.5}, "경도"), ({}, "지역"),
                                ({"place": "부산"}, "place"), ({"area": 35}, "area"), ({"latitude": True, "longitude": 127}, "latitude")):
            result = await client.call_tool("now", arguments)
            check(f"{name}: now {arguments} is an error that a model can act on",
                  result.is_error and word in result.content[0].text, result)
        try:
            await client.call_tool("moon", {})
            check(f"{name}: an unknown tool is refused", False)
        except MCPError as error:
            check(f"{name}: an unknown tool is refused", error.error.code == -32602, error)


async def check_two_clients(name, server):
    async with Client(server) as first, Client(server) as second:
        results = await asyncio.gather(*(client.call_tool("now", {"area": area})
                                         for area in ("서울", "부산", "제주") for client in (first, second)))
        names = [result.structured_content["place"]["query"] for result in results]
        check(f"{name}: two clients at once get what each asked for", names == ["서울", "서울", "부산", "부산", "제주", "제주"], names)


def message(method, id=None, **params):
    params["_meta"] = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                       "io.modelcontextprotocol/clientCapabilities": {}}
    return {"jsonrpc": "2.0", "method": method, "params": params} | ({} if id is None else {"id": id})


def check_stdio(command):
    """What the client never sends: what is no message, and a cancellation beside other calls."""
    lines = ["nonsense", "[]", json.dumps({"jsonrpc": "2.0", "id": {}, "method": "ping"}),
             json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
             json.dumps(message("nothing", 7)), json.dumps(message("tools/call", "a", name="now", arguments={"area": "서울"}))]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write("".join(line + "\n" for line in lines))
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()) for _ in range(5)]
    codes = sorted(answer["error"]["code"] for answer in answers if "error" in answer)
    check("stdio: what is no message is refused by its code", codes == [-32700, -32601, -32600, -32600], answers)
    check("stdio: a call after all of them is answered", any(answer.get("id") == "a" and "result" in answer for answer in answers), answers)
    # Both in one write: the cancellation is read before the answer is there, or after it was sent.
    call, cancel = message("tools/call", 8, name="week", arguments={"area": "대구"}), message("notifications/cancelled", requestId=8)
    process.stdin.write(json.dumps(call) + "\n" + json.dumps(cancel) + "\n" + json.dumps(message("tools/list", 9)) + "\n")
    process.stdin.flush()
    ids = []
    while 9 not in ids:
        ids.append(json.loads(process.stdout.readline())["id"])
    check("stdio: a cancelled call is no fault, and the next one is answered", ids in ([9], [8, 9]), ids)
    process.stdin.close()
    check("stdio: the program ends with its input", process.wait(10) == 0, process.returncode)
    # What anybody types who tries a server: its input ends at once.
    calls = "\n".join(json.dumps(message("tools/call", id, name="week", arguments={"area": "대구"})) for id in range(8))
    run = subprocess.run(command, input=calls, capture_output=True, text=True, timeout=30)
    ids = sorted(json.loads(line)["id"] for line in run.stdout.splitlines())
    check("stdio: what was asked for before the end of the input is answered", ids == list(range(8)), run.stdout[:200])


def check_http(address):
    def post(body, **headers):
        headers = {"Content-Type": "application/json"} | {key.replace("_", "-"): value for key, value in headers.items()}
        request = urllib.request.Request(address, body if isinstance(body, bytes) else json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    modern = {"MCP_Protocol_Version": "2026-07-28", "Mcp_Method": "tools/list"}
    for sentence, expected, answer in (
        ("a message", (200, b'"tools"'), post(message("tools/list", 1), **modern)),
        ("a notification", (202, b""), post(message("notifications/cancelled", requestId=1))),
        ("a header that says something else", (400, b"-32020"), post(message("tools/list", 1), **modern | {"Mcp_Method": "x"})),
        ("a revision nobody speaks", (400, b"-32022"), post({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, MCP_Protocol_Version="1900-01-01")),
        ("a method nobody knows", (404, b"-32601"), post(message("x", 1), **modern | {"Mcp_Method": "x"})),
        ("a method nobody knows, of a revision with a handshake,", (200, b"-32601"), post({"jsonrpc": "2.0", "id": 1, "method": "x"})),
        ("an id beyond 2^53", (200, b'"id":9007199254740993,'), post({"jsonrpc": "2.0", "id": 9007199254740993, "method": "ping"})),
        ("what is not JSON", (400, b"-32700"), post(b"{")),
        ("a page of this machine", (200, b'"tools"'), post(message("tools/list", 1), **modern, Origin="http://localhost:3000")),
        ("a page from elsewhere", (403, b"bad_input"), post(message("tools/list", 1), **modern, Origin="http://evil.example")),
        ("a page whose host begins like this machine", (403, b""), post(message("tools/list", 1), **modern, Origin="http://localhost.evil.example")),
        ("a message that is too long", (413, b"bad_input"), post(b" " * 17_000)),
    ):
        check(f"HTTP: {sentence} is {expected[0]}", answer[0] == expected[0] and expected[1] in answer[1], answer)
    try:
        urllib.request.urlopen(address, timeout=10)
    except urllib.error.HTTPError as error:
        check("HTTP: GET is 405 with what is allowed", (error.code, error.headers["Allow"]) == (405, "POST, OPTIONS"), error.headers)


async def main(program, address):
    command = StdioServerParameters(command=program, args=["mcp", "--sample"], env={"KMA_LANG": "ko"})
    for name, server in (("stdio", command), ("HTTP", address)):
        await check_tools(name, server, "auto", "2026-07-28")
        await check_tools(name, server, "legacy", "2025-11-25")
        await check_two_clients(name, server)
    check_stdio([program, "mcp", "--sample"])
    check_http(address)


asyncio.run(asyncio.wait_for(main(*sys.argv[1:3]), 60))
finish()
