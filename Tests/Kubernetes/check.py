#!/usr/bin/env python3
"""Checks deploy/kubernetes: every object against the schema of Kubernetes, and what no schema knows, such as whether one
object finds the other and whether pods do without root.

    Tests/Kubernetes/check.py                     needs kubernetes-validate from PyPI

Ends with a line "N passed, N failed".
"""

import pathlib
import re
import sys

import kubernetes_validate
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "Tests"))
from checks import check, finish  # noqa: E402

FOLDER = ROOT / "deploy" / "kubernetes"
# The oldest of which `sleep` before the end is on unless switched off, and the newest whose schema is there.
VERSIONS = ["1.30", kubernetes_validate.latest_version()]
# What the service takes to end after SIGTERM, in seconds (docs/operate.md).
SHUTDOWN = 10

objects = {}
for path in sorted(FOLDER.glob("*.yaml")):
    for document in yaml.safe_load_all(path.read_text()):
        objects[document["kind"], document.get("metadata", {}).get("name")] = document
        if document["kind"] == "Kustomization":
            listed = [*document["resources"], path.name, "secret.yaml", "ingress.yaml", "gateway.yaml"]
            check("every file is a resource or for whoever wants it", {p.name for p in FOLDER.iterdir()} == set(listed))
            continue
        # What is not part of Kubernetes itself has no schema there.
        for version in [] if document["apiVersion"].startswith("gateway.") else VERSIONS:
            try:
                kubernetes_validate.validate(document, version, strict=True)
                check(f"{path.name} is right for Kubernetes {version}", True)
            except kubernetes_validate.ValidationError as error:
                check(f"{path.name} is right for Kubernetes {version}: {str(error).splitlines()[0]}", False)

server = objects["StatefulSet", "kma-server"]["spec"]
etcd = objects["StatefulSet", "etcd"]["spec"]

for name, workload in (("kma-server", server), ("etcd", etcd)):
    pod, labels = workload["template"]["spec"], workload["template"]["metadata"]["labels"]
    container = pod["containers"][0]
    may = container["securityContext"]
    check(f"{name} has three replicas", workload["replicas"] == 3)
    check(f"{name} is not root", pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] > 0)
    check(f"{name} cannot become root", may["allowPrivilegeEscalation"] is False and "ALL" in may["capabilities"]["drop"])
    check(f"{name} writes to its volumes alone", may["readOnlyRootFilesystem"] is True)
    check(f"{name} has no token for the cluster", pod["automountServiceAccountToken"] is False)
    check(f"{name} may take no more memory than it says", "memory" in container["resources"]["limits"])
    budget = objects["PodDisruptionBudget", name]["spec"]
    selectors = [
        workload["selector"], budget["selector"], objects["NetworkPolicy", name]["spec"]["podSelector"],
        {"matchLabels": objects["Service", name]["spec"]["selector"]},
        *(spread["labelSelector"] for spread in pod["topologySpreadConstraints"]),
    ]
    check(f"every selector finds {name}", all(selector["matchLabels"] == labels for selector in selectors))
    check(f"one {name} at a time may be away", budget["maxUnavailable"] == 1)
    ports = {port["name"] for port in container["ports"]}
    probed = [container[probe]["httpGet"]["port"] for probe in ("readinessProbe", "livenessProbe")]
    check(f"{name} is probed on ports it has", set(probed) <= ports)

pod = server["template"]["spec"]
container = pod["containers"][0]
settings = objects["ConfigMap", "kma-settings"]["data"]
waits = container["lifecycle"]["preStop"]["sleep"]["seconds"]
check("there is time to end by itself", pod["terminationGracePeriodSeconds"] >= waits + SHUTDOWN)
paths = [container[probe]["httpGet"]["path"] for probe in ("readinessProbe", "livenessProbe")]
check("the probes are the service's", paths == ["/readyz", "/healthz"])
image = (ROOT / "deploy" / "Containerfile").read_text()
user = re.search(r"(?m)^USER (\d+):", image)[1]
check("the user is the image's", pod["securityContext"]["runAsUser"] == int(user))
volumes = re.search(r"(?m)^VOLUME (.*)$", image)[1].split()
check("cache and record are where the image has them", set(volumes) <= {mount["mountPath"] for mount in container["volumeMounts"]})
state = next(mount["name"] for mount in container["volumeMounts"] if settings["KMA_LEDGER"].startswith(mount["mountPath"] + "/"))
claims = [claim["metadata"]["name"] for claim in server["volumeClaimTemplates"]]
check("the record of issues outlives the pod", state in claims and state not in [volume["name"] for volume in pod["volumes"]])
check("the metrics' port is open", settings["KMA_METRICS_PORT"] in [str(port["containerPort"]) for port in container["ports"]])
known = set(re.findall(r"(?m)^\| `(KMA_\w+|\w+_API_KEY\w*|\w+_KEY_FILE)`", (ROOT / "docs" / "settings.en.md").read_text()))
check("every setting is one of the service's", set(settings) <= known)

secret = objects["Secret", "kma-keys"]
volume = next(volume["secret"] for volume in pod["volumes"] if volume["name"] == "keys")
mount = next(mount["mountPath"] for mount in container["volumeMounts"] if mount["name"] == "keys")
files = {path for name, path in settings.items() if name.endswith("_KEY_FILE")}
check("the secret has the keys' files", files == {f"{mount}/{name}" for name in secret["stringData"]})
check("the secret is the one that is mounted", volume["secretName"] == secret["metadata"]["name"])
check("no key stands in the template", not any(secret["stringData"].values()))

flags = dict(flag.removeprefix("--").split("=", 1) for flag in etcd["template"]["spec"]["containers"][0]["args"])
names = [f"etcd-{number}" for number in range(etcd["replicas"])]
peers = [f"{name}=http://{name}.{etcd['serviceName']}:2380" for name in names]
check("etcd knows its members", flags["initial-cluster"] == ",".join(peers))
clients = [f"http://{name}.{etcd['serviceName']}:2379" for name in names]
check("the service knows every etcd", settings["KMA_CLUSTER"] == ",".join(clients))
check("etcd drops earlier values", flags["auto-compaction-retention"] == "1h")
check("etcd's service gives names before it is ready", objects["Service", "etcd"]["spec"]["publishNotReadyAddresses"])

service = objects["Service", "kma-server"]["spec"]
check("the service leads to the port of HTTP", service["ports"][0]["targetPort"] == "http")
for name in ("kma-server", "kma-server-stream"):
    for path in objects["Ingress", name]["spec"]["rules"][0]["http"]["paths"]:
        backend = path["backend"]["service"]
        check(f"{name} leads to the service", backend == {"name": "kma-server", "port": {"name": "http"}})
stream = objects["Ingress", "kma-server-stream"]["metadata"]["annotations"]
check("events are not held back", stream["nginx.ingress.kubernetes.io/proxy-buffering"] == "off")

route = objects["HTTPRoute", "kma-server"]["spec"]["rules"]
backends = [backend for rule in route for backend in rule["backendRefs"]]
known = [{"name": "kma-server", "port": port["port"]} for port in service["ports"]]
check("every route leads to the service", bool(backends) and all(backend in known for backend in backends))
limits = {rule["matches"][0]["path"]["value"]: rule.get("timeouts") for rule in route}
check("a route to the stream has no time limit", limits == {"/v1/stream": {"request": "0s"}, "/": None})

finish()
