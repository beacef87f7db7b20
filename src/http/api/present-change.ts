import { type Static, Type } from 'typebox'
import { CHANGE_KINDS, type EventChange, type EventPicture, PICTURED } from '../../events/event-change.ts'
import { EVENT_FIELDS } from '../../events/event-fields.ts'

const Picture = Type.Object(Object.fromEntries(PICTURED.map((name) => [name, EVENT_FIELDS[name].shown])), {
  description: 'The event as it was, or is.',
})
const PictureOrNull = Type.Union([Picture, Type.Null()], {
  description: 'Null for a private event, and after the removal.',
})

/** A change of an event. */
export const ChangeRecord = Type.Object({
  revision: Type.Integer({ description: 'To go on after. Changes of one request may share it.' }),
  eventId: Type.String(),
  calendarId: Type.String({ description: 'The calendar before the change.' }),
  svcId: Type.Optional(Type.String({ description: 'The subscriber; only of a private event.' })),
  kinds: Type.Array(Type.Enum(CHANGE_KINDS)),
  before: PictureOrNull,
  after: PictureOrNull,
  startBefore: Type.String({ description: 'ISO 8601, UTC.' }),
  startAfter: Type.Union([Type.String(), Type.Null()], { description: 'Null: removed.' }),
  ended: Type.Boolean({ description: 'True: the event was over already.' }),
  at: Type.String({ description: 'ISO 8601, UTC.' }),
})
export type ChangeRecord = Static<typeof ChangeRecord>

/** Presents a change as `ChangeRecord`. */
export function presentChange(change: EventChange): ChangeRecord {
  const { revision, eventId, calendarId, subscriberId, kinds, startAfter, endAt, at } = change
  return {
    ...{ revision, eventId, calendarId },
    ...(subscriberId !== null && { svcId: subscriberId }),
    kinds,
    before: presentPicture(change.before),
    after: presentPicture(change.after),
    startBefore: iso(change.startBefore),
    startAfter: startAfter === null ? null : iso(startAfter),
    ended: endAt <= at,
    at: iso(at),
  }
}

function presentPicture(picture: EventPicture | null) {
  if (!picture) return null
  const show = (name: keyof EventPicture) => EVENT_FIELDS[name].show(picture[name] as never)
  return Object.fromEntries(PICTURED.map((name) => [name, show(name)]))
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
