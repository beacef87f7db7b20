import { type Static, Type } from 'typebox'
import { type FieldErrors, invalid } from '../errors.ts'
import { Text, WebAddress } from '../schemas.ts'
import { requireGroupInput } from './change-group.ts'
import type { CalendarEvent } from './event.ts'
import type { CalendarsInput } from './event-calendars.ts'
import { PublicEventInput } from './event-fields.ts'
import { moveTimes } from './move-times.ts'

const MAX_LINKS = 10
const [MOST_DAYS, MOST_MINUTES] = [3660, 14_400]

/** Parts of a change of many events besides the fields of an event. */
const OwnParts = {
  moveDays: Type.Optional(
    Type.Integer({
      minimum: -MOST_DAYS,
      maximum: MOST_DAYS,
      accepts: `a whole number of days, at most ${MOST_DAYS}`,
      description: 'Moves each event by so many days, at the same time of day.',
    }),
  ),
  moveMinutes: Type.Optional(
    Type.Integer({
      minimum: -MOST_MINUTES,
      maximum: MOST_MINUTES,
      accepts: `a whole number of minutes, at most ${MOST_MINUTES}`,
      description: 'Moves each event by so many minutes.',
    }),
  ),
  setLinks: Type.Optional(
    Type.Array(Type.Object({ name: Text(1, 255), url: WebAddress }), {
      maxItems: MAX_LINKS,
      accepts: `a list of at most ${MAX_LINKS} links, each with name and url`,
      description: 'Gives the quick link of each name this address, or adds it.',
    }),
  ),
  removeLinks: Type.Optional(
    Type.Array(Text(1, 255), {
      maxItems: MAX_LINKS,
      accepts: `a list of at most ${MAX_LINKS} names of links`,
      description: 'Removes the quick links with these names.',
    }),
  ),
  remove: Type.Optional(
    Type.Boolean({ accepts: 'true or false', description: 'Deletes each event. Nothing else may be in it.' }),
  ),
}

/** A change of many events: fields that all of them get, and what depends on each event. */
export const ManyChange = Type.Object(
  { ...PublicEventInput.properties, ...OwnParts },
  { accepts: 'an object' },
)
export type ManyChange = Static<Type.TObject<typeof OwnParts>> & CalendarsInput & Record<string, unknown>

const DAYS = ['startDate', 'endDate']
const TIMES = ['startTime', 'endTime', 'allDay']

/**
 * Refuses parts that don't go together. Rules about the fields of one event, such as the end after the start, are
 * checked with each event. Throws `invalid`.
 */
export function requireManyChange(change: ManyChange): void {
  requireGroupInput(change)
  const { moveDays = 0, moveMinutes = 0, setLinks = [], remove = false } = change
  if (setLinks.some(({ url }) => url === ''))
    throw invalid({ 'change.setLinks': 'Event change.setLinks must have an address for each name' })
  const names = Object.keys(change)
  if (names.length === 0) throw invalid({ change: 'Event change must have at least one field' })
  if (remove && names.length > 1)
    throw invalid({ 'change.remove': 'Event change.remove must not have other fields beside it' })
  const refused = moveMinutes !== 0 ? [...DAYS, ...TIMES] : moveDays !== 0 ? DAYS : []
  const beside = refused.find((name) => name in change)
  if (beside)
    throw invalid({ [`change.${beside}`]: `Event ${beside} must be left out of a change that moves events` })
}

/** Returns the input that makes a change of one event, or its errors by field. */
export function inputFor(
  event: CalendarEvent,
  { moveDays = 0, moveMinutes = 0, setLinks = [], removeLinks = [], remove: _, ...fields }: ManyChange,
): { input: Record<string, unknown> } | { errors: FieldErrors } {
  const times = moveTimes(event, { days: moveDays, minutes: moveMinutes })
  if ('errors' in times) return times
  const links = linksInput(event, setLinks, removeLinks)
  if ('errors' in links) return links
  return { input: { ...times, ...links.input, ...fields } }
}

/** Returns the input that sets and removes links by their names, without regard to letter case. */
function linksInput(
  { quickLinks, linkNames }: Pick<CalendarEvent, 'quickLinks' | 'linkNames'>,
  set: { name: string; url: string }[],
  remove: string[],
): { input: Record<string, string> } | { errors: FieldErrors } {
  const input: Record<string, string> = {}
  let named = [...quickLinks, ...linkNames].map(({ position, name }) => ({ position, name: spelling(name) }))
  for (const name of remove.map(spelling)) {
    for (const link of named.filter((link) => link.name === name))
      input[`quickLink[${link.position}][url]`] = ''
    named = named.filter((link) => link.name !== name)
  }
  for (const { name, url } of set) {
    const known = named.find((link) => link.name === spelling(name))
    const position = known?.position ?? freePosition(named)
    if (position === undefined)
      return { errors: { setLinks: `Event setLinks does not fit: it has ${MAX_LINKS} links already` } }
    if (!known) named.push({ position, name: spelling(name) })
    // A link keeps the spelling that it has.
    if (!known) input[`quickLink[${position}][name]`] = name
    input[`quickLink[${position}][url]`] = url
  }
  return { input }
}

function freePosition(taken: { position: number }[]): number | undefined {
  const positions = Array.from({ length: MAX_LINKS }, (_, index) => index + 1)
  return positions.find((position) => !taken.some((link) => link.position === position))
}

function spelling(name: string): string {
  return name.trim().toLowerCase()
}
