"""Reads a CalDAV account with python3-caldav, or tries to write to it.

read_caldav.py read|write URL USER PASSWORD

`read` prints a JSON list of the iCalendar texts of all events; `write` prints the words of the refusal.
"""

import json
import sys

import caldav

action, url, user, password = sys.argv[1:]
calendars = caldav.DAVClient(url=url, username=user, password=password).principal().calendars()
if action == "read":
    print(json.dumps([event.data for calendar in calendars for event in calendar.events()]))
else:
    event = calendars[0].events()[0].data.replace("UID:", "UID:mine-")
    try:
        calendars[0].save_event(event)
    except Exception as refused:
        print(type(refused).__name__, str(refused).replace("\n", " ")[:200])
