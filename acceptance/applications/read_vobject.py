"""Reads and validates feeds with python-vobject: one line of JSON for each file argument."""

import datetime
import json
import sys

import vobject


def show(value):
    if not isinstance(value, datetime.datetime):
        return value.isoformat()
    return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%MZ")


def read_event(event):
    location = event.contents.get("location")
    return {
        "uid": event.uid.value,
        "start": show(event.dtstart.value),
        "end": show(event.dtend.value),
        "name": event.summary.value,
        "location": location[0].value if location else "",
        "sequence": int(event.sequence.value),
    }


def read(data):
    try:
        calendar = vobject.readOne(data.decode())
        calendar.validate(raiseException=True)
        return {"findings": [], "events": [read_event(event) for event in calendar.contents.get("vevent", [])]}
    except Exception as error:
        return {"findings": [repr(error)], "events": []}


for name in sys.argv[1:]:
    with open(name, "rb") as file:
        print(json.dumps(read(file.read())))
