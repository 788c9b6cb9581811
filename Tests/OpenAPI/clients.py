"""Asks the service with a client that openapi-python-client has made, for a name, a point and two places.

    PYTHONPATH=FOLDER python clients.py http://127.0.0.1:8080

Ends with a line "N passed, N failed".
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import check, finish  # noqa: E402

from generated import Client  # noqa: E402
from generated.api.forecast import now, rain, week  # noqa: E402

client = Client(base_url=sys.argv[1])
one = week.sync(client=client, area=["부산"])
check("a name", one.place.name == "부산광역시" and len(one.days) >= 10, one)
point = now.sync(client=client, lat=37.57, lon=126.98)
check("a point", point.place.name.startswith("서울특별시"), point)
two = week.sync(client=client, area=["Seoul", "Busan"])
check("two places", [report.place.name for report in two] == ["서울특별시", "부산광역시"], two)
check("a path of one place", rain.sync(client=client, area="Jeju").falls in (True, False, None))
finish()
