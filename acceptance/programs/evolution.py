"""Feeds as Evolution's and GNOME Calendar's engine holds them, run under a D-Bus session of its own.

Arguments: the ids of the sources set up for it. For each line "refresh" or "list" on standard input it prints
one line of JSON; "list" answers the events of each source.
"""

import datetime
import json
import sys

import gi

gi.require_version("ECal", "2.0")
gi.require_version("EDataServer", "1.2")
from gi.repository import ECal, EDataServer, ICalGLib

CONNECT_SECONDS = 30
KINDS, PROPERTIES = ICalGLib.ComponentKind, ICalGLib.PropertyKind


def show(time, client):
    if time.is_date():
        return f"{time.get_year()}-{time.get_month():02}-{time.get_day():02}"
    utc = ICalGLib.Timezone.get_utc_timezone()
    zone = utc if time.is_utc() else client.get_timezone_sync(time.get_tzid(), None)[1]
    moment = datetime.datetime.fromtimestamp(time.as_timet_with_zone(zone), datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%MZ")


def alarms(event):
    alarm = event.get_first_component(KINDS.VALARM_COMPONENT)
    while alarm:
        yield alarm.get_first_property(PROPERTIES.TRIGGER_PROPERTY).get_value_as_string()
        alarm = event.get_next_component(KINDS.VALARM_COMPONENT)


def read_event(event, client):
    return {
        "uid": event.get_uid(),
        "start": show(event.get_first_property(PROPERTIES.DTSTART_PROPERTY).get_dtstart(), client),
        "name": event.get_summary(),
    }


def main():
    registry = EDataServer.SourceRegistry.new_sync(None)
    clients = {}
    for id in sys.argv[1:]:
        source = registry.ref_source(id)
        clients[id] = ECal.Client.connect_sync(source, ECal.ClientSourceType.EVENTS, CONNECT_SECONDS, None)
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        answer = {}
        for id, client in clients.items():
            if line.strip() == "refresh":
                client.refresh_sync(None)
            else:
                found, events = client.get_object_list_sync("#t", None)
                answer[id] = [e.as_ical_string() for e in events]
        print(json.dumps(answer), flush=True)


main()
