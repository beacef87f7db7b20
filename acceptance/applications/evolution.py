"""Reads feeds through the engine of Evolution and GNOME Calendar, in a separate D-Bus session.

Arguments: the ids of the configured sources. For each line on standard input, "refresh" or "list", it prints
one line of JSON; for "list" the events of each source.
"""

import json
import sys

import gi

gi.require_version("ECal", "2.0")
gi.require_version("EDataServer", "1.2")
from events import read_event
from gi.repository import ECal, EDataServer

DO_NOT_WAIT = 0xFFFFFFFF


def connect(registry, id):
    return ECal.Client.connect_sync(registry.ref_source(id), ECal.ClientSourceType.EVENTS, DO_NOT_WAIT, None)


def list_events(client):
    def zone_of(tzid):
        return client.get_timezone_sync(tzid, None)[1]

    return [read_event(event, zone_of) for event in client.get_object_list_sync("#t", None)[1]]


registry = EDataServer.SourceRegistry.new_sync(None)
clients = [connect(registry, id) for id in sys.argv[1:]]
print(json.dumps("ready"), flush=True)
for line in sys.stdin:
    if line.strip() == "refresh":
        answer = [client.refresh_sync(None) for client in clients]
    else:
        answer = [list_events(client) for client in clients]
    print(json.dumps(answer), flush=True)
