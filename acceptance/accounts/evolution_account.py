"""Adds a CalDAV account to the engine of Evolution and GNOME Calendar, in a separate D-Bus session.

Arguments: HOST PORT USER PASSWORD. It makes what Evolution makes for *New Collection Account*, and answers each
request for a password. For each line on standard input it prints one line of JSON:

"discover": looks for calendars that are new or gone; prints their names.
"refresh": reads each calendar again, in the background.
"list": prints [title, start] of each event of all calendars.
"write": tries to add an event; prints the words of the refusal, or null.
"""

import json
import sys

import gi

sys.path.insert(0, f"{sys.path[0]}/../applications")
gi.require_version("ECal", "2.0")
gi.require_version("EDataServer", "1.2")
from events import read_event
from gi.repository import ECal, EDataServer, GLib, ICalGLib

ACCOUNT = "account"
EVENT = """BEGIN:VEVENT
UID:mine
DTSTAMP:20260101T000000Z
DTSTART:20300101T100000Z
DTEND:20300101T110000Z
SUMMARY:Mine
END:VEVENT
"""

host, port, user, password = sys.argv[1:]
registry = EDataServer.SourceRegistry.new_sync(None)
clients = {}


def sign_in(_registry, source, *_reason):
    credentials = EDataServer.NamedParameters()
    credentials.set(EDataServer.SOURCE_CREDENTIAL_USERNAME, user)
    credentials.set(EDataServer.SOURCE_CREDENTIAL_PASSWORD, password)
    source.invoke_authenticate_sync(credentials, None)


def add_account():
    source = EDataServer.Source.new_with_uid(ACCOUNT, None)
    source.set_display_name("Fasti")
    collection = source.get_extension(EDataServer.SOURCE_EXTENSION_COLLECTION)
    for name, value in {
        "backend-name": "webdav",
        "identity": user,
        "calendar-url": f"http://{host}:{port}/",
        "calendar-enabled": True,
        "contacts-enabled": False,
    }.items():
        collection.set_property(name, value)
    authentication = source.get_extension(EDataServer.SOURCE_EXTENSION_AUTHENTICATION)
    for name, value in {"host": host, "port": int(port), "user": user, "method": "plain/password"}.items():
        authentication.set_property(name, value)
    source.get_extension(EDataServer.SOURCE_EXTENSION_SECURITY).set_property("method", "none")
    registry.commit_source_sync(source, None)


def calendars():
    return [source for source in registry.list_sources("Calendar") if source.get_parent() == ACCOUNT]


def connect(source):
    known = clients.get(source.get_uid())
    if not known:
        known = ECal.Client.connect_sync(source, ECal.ClientSourceType.EVENTS, 0xFFFFFFFF, None)
        clients[source.get_uid()] = known
    return known


def discover():
    registry.refresh_backend_sync(ACCOUNT, None)
    return [source.get_display_name() for source in calendars()]


def refresh():
    return [connect(source).refresh_sync(None) for source in calendars()]


def list_events():
    events = []
    for source in calendars():
        client = connect(source)

        def zone_of(tzid):
            return client.get_timezone_sync(tzid, None)[1]

        found = [read_event(event, zone_of) for event in client.get_object_list_sync("#t", None)[1]]
        events += [[event["name"], event["start"]] for event in found]
    return events


def write():
    try:
        connect(calendars()[0]).create_object_sync(ICalGLib.Component.new_from_string(EVENT), 0, None)
    except GLib.Error as refused:
        return refused.message
    return None


ACTIONS = {"discover": discover, "refresh": refresh, "list": list_events, "write": write}


def answer(channel, _condition):
    line = channel.readline()
    if not line:
        loop.quit()
        return False
    print(json.dumps(ACTIONS[line.strip()]()), flush=True)
    return True


registry.connect("credentials-required", sign_in)
add_account()
loop = GLib.MainLoop()
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, answer)
print(json.dumps("ready"), flush=True)
loop.run()
