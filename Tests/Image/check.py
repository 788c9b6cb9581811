#!/usr/bin/env python3
"""Checks the container image of kma-server as it runs: with crun, in its own root file system, of which it may write
nothing but the cache and the record.

    deploy/image && Tests/Image/check.py [NAME]          as root; needs buildah, crun and openssl

The service asks a stand-in for OpenWeather by name and over TLS. It has to take a certificate of the authorities in
/etc/ssl/certs/ca-certificates.crt, which a container may be given another one for, and no other certificate.
Ends with a line "N passed, N failed".
"""

import contextlib
import http.server
import itertools
import json
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "Tests"))
from checks import check, finish  # noqa: E402

NAME = sys.argv[1] if len(sys.argv) > 1 else "kma-server:latest"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
KEY = "0123456789abcdef0123456789abcdef"
MIB = 1 << 20
# Whatever proxy this machine has is not asked.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout.strip()


class OpenWeather(http.server.BaseHTTPRequestHandler):
    """Refuses every key, as OpenWeather does, and keeps the paths it was asked for."""

    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        body = b'{"cod":401,"message":"Invalid API key."}'
        self.send_response(401)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def open_weather(certificate):
    """An HTTPS server with a certificate; its port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), OpenWeather)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    # A client that breaks off its handshake is what is expected.
    server.handle_error = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def name_server():
    """A name server that knows every name as 127.0.0.1; its address. Port 53 is the only one a system asks."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listener.bind(("127.0.0.77", 53))

    def answer():
        with contextlib.suppress(OSError):
            while True:
                query, client = listener.recvfrom(512)
                question = query[12 : query.index(0, 12) + 5]
                # Type A alone has an answer.
                found = question[-4:-2] == b"\x00\x01"
                record = b"\xc0\x0c\x00\x01\x00\x01" + bytes([0, 0, 0, 60, 0, 4, 127, 0, 0, 1]) if found else b""
                head = query[:2] + b"\x81\x80\x00\x01" + bytes([0, 1 if found else 0]) + b"\x00\x00\x00\x00"
                listener.sendto(head + question + record, client)

    threading.Thread(target=answer, daemon=True).start()
    try:
        yield "127.0.0.77"
    finally:
        listener.close()


def certificate(folder, name, subject, signed_by=None):
    """A certificate with its key in one file: an authority's own, or one that an authority has signed for a subject."""
    key, request, made = folder / f"{name}.key", folder / f"{name}.csr", folder / f"{name}.pem"
    run("openssl", "req", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request, "-subj", f"/CN={name}")
    extensions = folder / f"{name}.ext"
    extensions.write_text(f"subjectAltName={subject}\n" if signed_by else "basicConstraints=critical,CA:TRUE\n")
    signer = ["-CA", signed_by, "-CAcreateserial"] if signed_by else ["-signkey", key]
    run("openssl", "x509", "-req", "-days", 2, "-in", request, "-extfile", extensions, "-out", made, *signer)
    made.write_text(made.read_text() + key.read_text())
    return made


class Container:
    """The image's program, run by crun with the network of this machine."""

    numbers = itertools.count(1)

    def __init__(self, folder, root, settings, arguments=(), files=()):
        self.name = f"kma-image-{os.getpid()}-{next(Container.numbers)}"
        bundle = folder / self.name
        bundle.mkdir()
        image = json.loads(run("buildah", "inspect", "--type", "image", NAME))["OCIv1"]["config"]
        environment = [*image["Env"], "KMA_LANG=en", *(f"{name}={value}" for name, value in settings.items())]
        run("crun", "spec", cwd=bundle)
        spec = json.loads((bundle / "config.json").read_text())
        user, group = map(int, image["User"].split(":"))
        spec["process"].update(
            terminal=False, env=environment, user={"uid": user, "gid": group}, noNewPrivileges=True, cwd="/",
            args=[*image["Entrypoint"], "--host", "127.0.0.1", "--port", "0", *arguments],
            capabilities={},
        )
        spec["root"] = {"path": str(root), "readonly": True}
        spec["linux"]["namespaces"] = [
            space for space in spec["linux"]["namespaces"] if space["type"] not in ("network", "cgroup")
        ]
        volumes = [{"destination": path, "type": "tmpfs", "source": "tmpfs",
                    "options": ["mode=700", f"uid={user}", f"gid={group}"]} for path in image["Volumes"]]
        spec["mounts"] = [mount for mount in spec["mounts"] if "cgroup" not in mount["type"]] + volumes
        for path, file in files:
            spec["mounts"].append({"destination": path, "type": "bind", "source": str(file), "options": ["bind", "ro"]})
        (bundle / "config.json").write_text(json.dumps(spec))
        self.log = open(bundle / "log", "w+")
        self.process = subprocess.Popen(["crun", "--cgroup-manager=disabled", "run", self.name], cwd=bundle,
                                        stdout=self.log, stderr=self.log, start_new_session=True)

    def __enter__(self):
        for _ in range(200):
            listening = re.search(r"http://127\.0\.0\.1:(\d+)", pathlib.Path(self.log.name).read_text())
            if listening:
                self.port = int(listening[1])
                self.pid = json.loads(run("crun", "state", self.name))["pid"]
                return self
            time.sleep(0.1)
        self.__exit__()
        sys.exit(f"It does not listen: {pathlib.Path(self.log.name).read_text()}")

    def __exit__(self, *_):
        """Ends it as a runtime does, and keeps how long that took."""
        if self.process.poll() is None:
            with contextlib.suppress(AttributeError, ProcessLookupError):
                os.kill(self.pid, signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                subprocess.run(["crun", "delete", "--force", self.name], check=False)
        subprocess.run(["crun", "delete", "--force", self.name], check=False, capture_output=True)

    def get(self, path):
        try:
            with DIRECT.open(f"http://127.0.0.1:{self.port}{path}", timeout=30) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def resident(self):
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) * 1024


def image_rules(folder, root):
    files = [path for path in root.rglob("*") if path.is_file()]
    programs = [path for path in files if os.access(path, os.X_OK)]
    check("there is nothing to run but the service", programs == [root / "usr/bin/kma-server"])
    image = json.loads(run("buildah", "inspect", "--type", "image", NAME))["OCIv1"]["config"]
    volumes = {path: (root / path.lstrip("/")).stat() for path in image["Volumes"]}
    check("cache and record have volumes of their own, which the user owns",
          set(volumes) == {"/var/cache/kma", "/var/lib/kma"}
          and {f"{folder.st_uid}:{folder.st_gid}" for folder in volumes.values()} == {image["User"]})
    check("the record is on its volume", "KMA_LEDGER=/var/lib/kma/ledger.db" in image["Env"])
    run("buildah", "push", NAME, f"oci:{folder}/pushed:latest")
    size = sum(path.stat().st_size for path in (folder / "pushed").rglob("*") if path.is_file())
    print(f"compressed: {size / MIB:.1f} MB")
    check("it is under 20 MB compressed", size < 20 * MIB)
    digests = []
    for name in ("kma-image-one", "kma-image-two"):
        run(ROOT / "deploy/image", "--program", root / "usr/bin/kma-server", name)
        digests.append(json.loads(run("buildah", "inspect", "--type", "image", name))["FromImageDigest"])
        run("buildah", "rmi", name)
        time.sleep(1)
    print(f"digest: {digests[0]}")
    check("two builds have the same digest", digests[0] == digests[1])


def sample_rules(folder, root):
    with Container(folder, root, {}, ["--sample"]) as service:
        check("the service is ready", service.get("/readyz")[0] == 200)
        for area in ("Seoul", "Busan", "Jeju", "Gangneung"):
            for path in ("week", "now", "hours"):
                check(f"it answers for {path} of {area}", service.get(f"/v1/{path}?area={area}")[0] == 200)
        zone = service.get("/om/v1/forecast?latitude=37.57&longitude=126.98&daily=temperature_2m_max&timezone=America/New_York")
        check("it knows the time zones of the world", zone[0] == 200)
        resident = service.resident()
        print(f"resident: {resident / MIB:.1f} MB")
        check("it holds under 40 MB", resident < 40 * MIB)
        probe = subprocess.run(
            ["crun", "exec", service.name, "/usr/bin/kma-server", "--probe", "--port", str(service.port)], timeout=30
        )
        check("the health check says yes", probe.returncode == 0)
        asked = time.monotonic()
    check("it ends within ten seconds of SIGTERM", time.monotonic() - asked < 10 and service.process.returncode == 0)


def tls_rules(folder, root, names):
    """`names` is the name server."""
    authority = certificate(folder, "authority", None)
    stranger = certificate(folder, "stranger", None)
    trusted = certificate(folder, "trusted", "DNS:upstream.test", authority)
    other = certificate(folder, "other", "DNS:other.test", authority)
    resolver = folder / "resolv.conf"
    resolver.write_text(f"nameserver {names}\n")
    cases = [
        ("a certificate of its authorities is taken", trusted, authority, True),
        ("one for another name is refused", other, authority, False),
        ("one of an authority that it does not have is refused", trusted, stranger, False),
        ("the authorities of the image do not take ours", trusted, None, False),
    ]
    for rule, shown, known, taken in cases:
        OpenWeather.asked.clear()
        files = [("/etc/resolv.conf", resolver)] + ([(CERTIFICATES, known)] if known else [])
        with open_weather(shown) as port:
            settings = {"OPENWEATHER_API_KEY": KEY, "OPENWEATHER_BASE_URL": f"https://upstream.test:{port}"}
            with Container(folder, root, settings, files=files) as service:
                _, said = service.get("/v1/week?area=Seoul")
        problem = json.loads(said)
        if taken:
            check(f"{rule}: the key was sent and refused", any(KEY in path for path in OpenWeather.asked))
            check(f"{rule}: {problem}", problem.get("code") == "key_rejected")
        else:
            check(f"{rule}: nothing was sent", OpenWeather.asked == [])
            check(f"{rule}: {problem}", problem.get("code") == "unreachable" and "TLS" in problem["detail"])


with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    container = run("buildah", "from", "--pull=never", NAME)
    try:
        root = pathlib.Path(run("buildah", "mount", container))
        image_rules(folder, root)
        sample_rules(folder, root)
        with name_server() as names:
            tls_rules(folder, root, names)
    finally:
        run("buildah", "rm", container)
finish()
