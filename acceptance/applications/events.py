"""Converts events parsed by libical to JSON."""

import datetime

import gi

gi.require_version("ICalGLib", "3.0")
from gi.repository import ICalGLib

COMPONENTS, PROPERTIES = ICalGLib.ComponentKind, ICalGLib.PropertyKind
UTC = ICalGLib.Timezone.get_utc_timezone()


def children(component, kind=COMPONENTS.ANY_COMPONENT):
    child = component.get_first_component(kind)
    while child:
        yield child
        child = component.get_next_component(kind)


def properties(component, kind):
    found = component.get_first_property(kind)
    while found:
        yield found
        found = component.get_next_property(kind)


def text(component, kind):
    return " ".join(found.get_value_as_string() for found in properties(component, kind))


def show(moment):
    return moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%MZ")


def when(event, kind, zone_of):
    for found in properties(event, kind):
        time = found.get_value().get_datetime()
        if time.is_date():
            return f"{time.get_year()}-{time.get_month():02}-{time.get_day():02}"
        zone = found.get_first_parameter(ICalGLib.ParameterKind.TZID_PARAMETER)
        seconds = time.as_timet_with_zone(zone_of(zone.get_tzid()) if zone else UTC)
        return show(datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc))


def read_event(event, zone_of):
    alarms = children(event, COMPONENTS.VALARM_COMPONENT)
    return {
        "uid": event.get_uid(),
        "start": when(event, PROPERTIES.DTSTART_PROPERTY, zone_of),
        "end": when(event, PROPERTIES.DTEND_PROPERTY, zone_of),
        "name": event.get_summary() or "",
        "location": event.get_location() or "",
        "sequence": event.get_sequence(),
        "alarms": " ".join(text(alarm, PROPERTIES.TRIGGER_PROPERTY) for alarm in alarms),
    }
