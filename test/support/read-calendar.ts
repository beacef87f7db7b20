import ICAL from 'ical.js'

export interface ReadEvent {
  uid: string
  sequence: number
  summary: string
  location: string
  description: string
  url: string
  status: string
  allDay: boolean
  /** All-day: YYYY-MM-DD, the end exclusive; otherwise instants in ISO form. Without DTEND the end is the start. */
  start: string
  end: string
  alarms: string[]
}

/** The events of a calendar as ical.js reads them, times by the calendar's own VTIMEZONEs. */
export function readCalendar(text: string): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const value = (name: string) => textOf(event, name)
    const start = event.getFirstPropertyValue('dtstart') as ICAL.Time
    const end = (event.getFirstPropertyValue('dtend') ?? start) as ICAL.Time
    const show = (time: ICAL.Time) =>
      time.isDate
        ? time.toString()
        : new Date(time.toUnixTime() * 1000).toISOString().replace(':00.000Z', 'Z')
    return {
      uid: value('uid'),
      sequence: Number(value('sequence')),
      summary: value('summary'),
      location: value('location'),
      description: value('description'),
      url: value('url'),
      status: value('status'),
      allDay: start.isDate,
      start: show(start),
      end: show(end),
      alarms: event
        .getAllSubcomponents('valarm')
        .map((alarm) => `${textOf(alarm, 'trigger')} ${textOf(alarm, 'description')}`),
    }
  })
}

function textOf(component: ICAL.Component, name: string): string {
  return String(component.getFirstPropertyValue(name) ?? '')
}
