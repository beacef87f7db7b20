import { type Static, type TSchema, Type } from 'typebox'
import { Id } from '../../schemas.ts'
import { Answer } from '../answer.ts'

const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Time = Type.String({ format: 'date-time' })

const Mirror = Type.Object({
  calendar: Type.Object({ id: Type.String(), name: Type.String() }),
  state: Type.Enum(['linking', 'active', 'disconnected', 'removed', 'ending'], {
    description:
      '`linking`: it is being made. `disconnected`: Google asks for another consent. `removed`: somebody deleted it at Google; choose it again to have it made again. `ending`: it is being deleted.',
  }),
  address: OrNull(Type.String({ description: 'People add the mirror here. Null: it is not made yet.' })),
  open: Type.Boolean({ description: 'False: somebody has to make it public in the settings of Google.' }),
  lastWrite: OrNull(Time),
  lastCheck: OrNull(Type.String({ format: 'date-time', description: 'Then it was equal to the calendar.' })),
  failures: Type.Integer({ description: 'In a row.' }),
  message: OrNull(Type.String({ description: 'Why the last turn failed, or which event was refused.' })),
})
export type MirrorRecord = Static<typeof Mirror>

const GoogleRecord = Type.Object({
  offered: Type.Boolean({
    description:
      'False: there are no credentials of Google, neither of the publisher nor of the installation.',
  }),
  state: Type.Enum(['none', 'connected', 'disconnected']),
  since: OrNull(Time),
  opens: Type.Boolean({ description: 'The consent includes making mirrors public.' }),
  requestsToday: Type.Integer({
    description:
      'Sent to Google for this publisher since midnight, of its mirrors and its subscribers. All publishers with the same client at Google share a million a day.',
  }),
  mirrors: Type.Array(Mirror),
})
export type GoogleRecord = Static<typeof GoogleRecord>

export const GoogleAnswer = Answer({ data: GoogleRecord })
export const ConsentAnswer = Answer({
  data: Type.Object({ url: Type.String({ description: 'The page of Google at which somebody consents.' }) }),
})
export const MirrorsInput = Type.Object(
  { calendarIds: Type.Array(Id, { maxItems: 100, accepts: 'a list of at most 100 ids' }) },
  { label: 'Mirrors' },
)
export type MirrorsInput = Static<typeof MirrorsInput>
