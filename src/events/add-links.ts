import type { CalendarEvent } from './event.ts'

/** Addresses that add one event to a calendar, as a copy: it does not follow changes. */
export interface AddLinks {
  google: string
  outlookcom: string
  microsoft365: string
  yahoo: string
}

const MAX_DETAILS = 800
const A_DAY_MS = 86_400_000

/** Returns the addresses with which an event is added alone. `page`: its page, for what has changed since. */
export function addLinks(event: CalendarEvent, page: string): AddLinks {
  const { name, location, timezone } = event
  const details = [[...event.details].slice(0, MAX_DETAILS).join(''), page].filter(Boolean).join('\n\n')
  const { start, end, last } = datesOf(event)
  const compact = (date: string) => date.replace(/[-:]/g, '')
  const isAllDay = event.startTime === null
  const compose = (host: string) =>
    address(`https://${host}/calendar/0/action/compose`, {
      ...{ path: '/calendar/action/compose', rru: 'addevent', subject: name, body: details, location },
      ...{ startdt: start, enddt: end, ...(isAllDay && { allday: 'true' }) },
    })
  return {
    google: address('https://calendar.google.com/calendar/render', {
      ...{ action: 'TEMPLATE', text: name, details, location },
      dates: `${compact(start)}/${compact(end)}`,
      ...(!isAllDay && { ctz: timezone }),
    }),
    outlookcom: compose('outlook.live.com'),
    microsoft365: compose('outlook.office.com'),
    yahoo: address('https://calendar.yahoo.com/', {
      ...{ v: '60', title: name, desc: details, in_loc: location, st: compact(start) },
      ...(isAllDay ? { et: compact(last), dur: 'allday' } : { et: compact(end) }),
    }),
  }
}

/** `2027-04-10T14:00:00Z`, or days: the end is the day after the last one. */
function datesOf({ startDate, startTime, endDate, startAt, endAt }: CalendarEvent) {
  if (startTime === null) {
    const end = new Date(Date.parse(endDate) + A_DAY_MS).toISOString().slice(0, 10)
    return { start: startDate, end, last: endDate }
  }
  const iso = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '')
  return { start: iso(startAt), end: iso(endAt), last: iso(endAt) }
}

function address(base: string, parameters: Record<string, string>): string {
  // `+` for a space is read as a plus by Outlook.
  return `${base}?${new URLSearchParams(parameters).toString().replaceAll('+', '%20')}`
}
