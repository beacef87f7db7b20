"""Expands rules with python-dateutil and libical.

Reads JSON lines {"rule", "start", "end"} (local times without zone) and prints for each a JSON line
{"dateutil": [...], "libical": [...]}, with null for a library that is not there or fails.
The first line that it prints has the versions.
"""

import calendar
import ctypes
import ctypes.util
import itertools
import json
import signal
import sys
from datetime import datetime

MOST = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
# dateutil looks as far as the year 9999 for dates of a rule that gives none.
SECONDS = 0.1


def give_up(*_):
    raise TimeoutError


signal.signal(signal.SIGVTALRM, give_up)

try:
    import dateutil
    from dateutil.rrule import rrulestr
except ImportError:
    dateutil = None


def open_libical():
    name = ctypes.util.find_library("ical")
    if not name:
        return None
    library = ctypes.CDLL(name)
    library.icalrecur_expand_recurrence.argtypes = [
        ctypes.c_char_p, ctypes.c_long, ctypes.c_int, ctypes.POINTER(ctypes.c_long)]
    library.icalrecur_expand_recurrence.restype = ctypes.c_int
    return name, library


libical = open_libical()


def bounded(rule, end):
    """The rule until the end, and its COUNT: some rules give nothing, and no library would ever return."""
    parts = [part for part in rule.split(";") if not part.startswith("COUNT=")]
    count = [int(part[6:]) for part in rule.split(";") if part.startswith("COUNT=")]
    until = datetime.fromisoformat(end).strftime("UNTIL=%Y%m%dT%H%M%S")
    return ";".join(parts + [until]), min(count + [MOST])


def by_dateutil(rule, start, end):
    ended, count = bounded(rule, end)
    dates = itertools.islice(rrulestr(ended, dtstart=datetime.fromisoformat(start)), count)
    return [at.strftime("%Y-%m-%dT%H:%M") for at in dates]


def by_libical(rule, start, end):
    ended, count = bounded(rule, end)
    first = calendar.timegm(datetime.fromisoformat(start).timetuple())
    times = (ctypes.c_long * (count + 1))()
    if not libical[1].icalrecur_expand_recurrence((ended + "Z").encode(), first, count + 1, times):
        return None
    # The list ends with zeros; 1970 is in no case.
    dates = itertools.takewhile(lambda at: at != 0, times[:count])
    return [datetime.utcfromtimestamp(at).strftime("%Y-%m-%dT%H:%M") for at in dates]


def attempt(known, expand, case):
    if not known:
        return None
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        return expand(case["rule"], case["start"], case["end"])
    except Exception:
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


print(json.dumps({
    "dateutil": dateutil and dateutil.__version__ if dateutil else None,
    "libical": libical and libical[0],
}))
for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({
        "dateutil": attempt(dateutil, by_dateutil, case),
        "libical": attempt(libical, by_libical, case),
    }))
