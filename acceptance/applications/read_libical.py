"""Reads feeds with libical in its strictest mode: one line of JSON for each file argument."""

import json
import sys

from events import COMPONENTS, PROPERTIES, ICalGLib, children, properties, read_event


def errors_of(component):
    for error in properties(component, PROPERTIES.XLICERROR_PROPERTY):
        yield f"{component.isa().value_name}: {error.get_value_as_string()}"
    for child in children(component):
        yield from errors_of(child)


def read(data):
    try:
        calendar = ICalGLib.Component.new_from_string(data.decode())
    except (TypeError, UnicodeDecodeError) as error:
        return {"findings": [repr(error)], "events": []}
    # Most of its rules apply only with a METHOD. PUBLISH fits a feed, except that it requires an organizer.
    calendar.add_property(ICalGLib.Property.new_method(ICalGLib.PropertyMethod.PUBLISH))
    calendar.check_restrictions()
    findings = [line for line in dict.fromkeys(errors_of(calendar)) if "ORGANIZER" not in line]
    events = children(calendar, COMPONENTS.VEVENT_COMPONENT)
    return {"findings": findings, "events": [read_event(event, calendar.get_timezone) for event in events]}


for name in sys.argv[1:]:
    with open(name, "rb") as file:
        print(json.dumps(read(file.read())))
