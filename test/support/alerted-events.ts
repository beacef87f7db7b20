import type { AlertedEvent } from '../../src/alerts/alert-mail.ts'
import type { EventPicture } from '../../src/events/event-change.ts'
import type { Brand } from '../../src/mail/brand.ts'

/** A publisher without a logo and a colour. */
export const CITY: Brand = { name: 'City Rugby', logo: false, color: false }

export const MATCH: EventPicture = {
  name: 'City v Town',
  location: 'Old Ground',
  startDate: '2027-03-06',
  startTime: '15:00',
  endDate: '2027-03-06',
  endTime: '17:00',
  timezone: 'Europe/London',
  cancelled: false,
}
/** A Wednesday, three days before the match. */
export const WEDNESDAY = Date.parse('2027-03-03T12:00:00Z')

const SUNDAY = { startDate: '2027-03-07', startTime: '17:30', endDate: '2027-03-07', endTime: '19:30' }

/** A change of the match. */
export function alerted(
  kinds: AlertedEvent['kinds'],
  after: Partial<EventPicture> | null,
  before: Partial<EventPicture> = {},
): AlertedEvent {
  const was = { ...MATCH, ...before }
  const now = after && { ...was, ...after }
  return { eventId: 'event', kinds, before: was, after: now, calendarName: 'First team' }
}

/** A change of each kind, and some of several. */
export const CHANGES = {
  moved: alerted(['moved'], SUNDAY),
  sameDay: alerted(['moved'], { startTime: '20:00', endDate: '2027-03-07', endTime: '02:00' }),
  newEnd: alerted(['moved'], { endTime: '18:00' }),
  newZone: alerted(['moved'], { timezone: 'Europe/Zurich' }),
  wholeDay: alerted(['moved'], { startTime: null, endTime: null }),
  wholeDays: alerted(
    ['moved'],
    { startDate: '2027-03-07', endDate: '2027-03-09' },
    { startTime: null, endTime: null },
  ),
  faraway: alerted(['moved'], { ...SUNDAY, startDate: '2028-03-07', endDate: '2028-03-07' }),
  place: alerted(['place'], { location: 'New Ground, Château d’Œx' }),
  noPlace: alerted(['place'], { location: '' }),
  calledOff: alerted(['calledOff'], { cancelled: true }),
  calledOffAndMoved: alerted(['moved', 'calledOff'], { ...SUNDAY, cancelled: true }),
  onAgain: alerted(['moved', 'onAgain'], { ...SUNDAY, cancelled: false }, { cancelled: true }),
  title: alerted(['title'], { name: 'City v Village' }),
  removed: alerted(['removed'], null),
  all: alerted(['moved', 'place', 'title', 'text'], { ...SUNDAY, name: 'City v Village', location: 'Park' }),
}

export const ALERT_LINKS = {
  portal: 'https://fasti.test/manage/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA-_',
  off: 'https://fasti.test/alerts/off/BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB-_',
}
