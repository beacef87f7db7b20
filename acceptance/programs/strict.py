"""Reads feeds with libical and with python-vobject, each as strictly as it can.

Arguments: "libical" or "vobject", then files. Prints one JSON object for each file: what it finds wrong, and
the events it reads.
"""

import datetime
import json
import sys


def utc(moment):
    return moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%MZ")


def read_with_libical(data):
    import gi

    gi.require_version("ICalGLib", "3.0")
    from gi.repository import ICalGLib

    component_kind, property_kind = ICalGLib.ComponentKind, ICalGLib.PropertyKind
    utc_zone = ICalGLib.Timezone.get_utc_timezone()

    def inside(component):
        child = component.get_first_component(component_kind.ANY_COMPONENT)
        while child:
            yield child
            child = component.get_next_component(component_kind.ANY_COMPONENT)

    def errors_of(component):
        error = component.get_first_property(property_kind.XLICERROR_PROPERTY)
        while error:
            yield f"{component.isa().value_name}: {error.get_value_as_string()}"
            error = component.get_next_property(property_kind.XLICERROR_PROPERTY)
        for child in inside(component):
            yield from errors_of(child)

    def show(time):
        if time.is_date():
            return f"{time.get_year()}-{time.get_month():02}-{time.get_day():02}"
        seconds = time.convert_to_zone(utc_zone).as_timet_with_zone(utc_zone)
        return utc(datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc))

    def text(component, kind):
        found = component.get_first_property(kind)
        return found.get_value_as_string() if found else ""

    def read_event(event):
        alarms = [child for child in inside(event) if child.isa() == component_kind.VALARM_COMPONENT]
        return {
            "uid": event.get_uid(),
            "start": show(event.get_dtstart()),
            "end": show(event.get_dtend()),
            "name": event.get_summary() or "",
            "location": event.get_location() or "",
            "sequence": event.get_sequence(),
            "alarms": " ".join(text(alarm, property_kind.TRIGGER_PROPERTY) for alarm in alarms),
        }

    try:
        calendar = ICalGLib.Component.new_from_string(data.decode())
    except (TypeError, UnicodeDecodeError) as error:
        return [repr(error)], []
    # Most of its rules hang on a METHOD. PUBLISH is what a feed is, but for the organizer it asks for.
    calendar.add_property(ICalGLib.Property.new_method(ICalGLib.PropertyMethod.PUBLISH))
    calendar.check_restrictions()
    findings = [line for line in dict.fromkeys(errors_of(calendar)) if "ORGANIZER" not in line]
    events = [child for child in inside(calendar) if child.isa() == component_kind.VEVENT_COMPONENT]
    return findings, [read_event(event) for event in events]


def read_with_vobject(data):
    import vobject

    def show(value):
        return utc(value) if isinstance(value, datetime.datetime) else value.isoformat()

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

    try:
        calendar = vobject.readOne(data.decode())
        calendar.validate(raiseException=True)
        return [], [read_event(event) for event in calendar.vevent_list]
    except Exception as error:
        return [repr(error)], []


READERS = {"libical": read_with_libical, "vobject": read_with_vobject}

if __name__ == "__main__":
    read = READERS[sys.argv[1]]
    for name in sys.argv[2:]:
        with open(name, "rb") as file:
            findings, events = read(file.read())
        print(json.dumps({"findings": findings, "events": events}))
