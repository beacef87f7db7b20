import { expect, it } from 'vitest'
import { BLANK_EVENT } from '../../test/support/blank-event.ts'
import { type CalendarEvent, NO_SERIES } from '../events/event.ts'
import { FIELD_ROWS } from '../events/event-fields.ts'
import { createLinks } from '../links/links.ts'
import { cancelledEventsOf } from '../publishers/publisher.ts'
import { PUBLIC_AUDIENCE, renderFeedEvent } from './render-event.ts'

/** Fields that no feed shows though subscribers may know of them. A draft is in no feed at all. */
const NOT_SHOWN = new Set([
  ...['draft', 'twitterTag', 'social', 'featured', 'tags', 'eventBanner', 'focusX', 'focusY'],
  'secondaryLink',
])
/** Fields that say together when the event is. `test/golden` has them. */
const WHEN = new Set(['startDate', 'startTime', 'endDate', 'endTime', 'timezone'])
/** By the type of the field's default. A text is a reminder too. */
const OTHER_VALUES: Record<string, unknown> = { string: '15M', boolean: true, number: 2 }

const settings = { links: createLinks(Buffer.alloc(32)), publicUrl: 'https://example.com', uidHost: 'x' }
const event: CalendarEvent = {
  ...{ ...BLANK_EVENT, id: 'a'.repeat(24), publisherId: 1, calendarId: 'b'.repeat(24), private: false },
  alsoIn: [],
  ...NO_SERIES,
  ...{ linkCode: '', sequence: 0, created: 0, modified: 0, startDate: '2027-04-10', endDate: '2027-04-10' },
  quickLinks: [1, 2].map((position) => ({ position, name: '', url: `https://example.com/${position}` })),
}
const shown = FIELD_ROWS.filter(([name, row]) => !row.hidden && !NOT_SHOWN.has(name) && !WHEN.has(name))

it.each(shown)('a feed shows %s', (name, { none }) => {
  expect(render({ ...event, [name]: OTHER_VALUES[typeof none] })).not.toBe(render(event))
})

function render(one: CalendarEvent): string {
  return renderFeedEvent(one, PUBLIC_AUDIENCE, settings, cancelledEventsOf({})).text
}
