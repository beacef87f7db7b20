import { Type } from 'typebox'
import { Text } from '../../schemas.ts'

const done = { status: Type.Literal('200'), statusLong: Type.Literal('OK') }

/** What most operations answer when all went well. */
export const Done = Type.Object(done)

/** A record, and records, under `data`; `docs/` says what is in them. */
export const One = Type.Object({ data: Type.Object({}), ...done })
export const Many = Type.Object({ data: Type.Array(Type.Object({})), ...done })

/** The answers of the two DELETE operations, whose status is a number. */
export const Deleted = Type.Object({ status: Type.Literal(200), statusLong: Type.Literal('OK') })

export const Refused = Type.Object(
  {
    status: Type.String(),
    statusLong: Type.String(),
    errors: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  { description: 'What is wrong; `errors` names the fields.' },
)

export const ERRORS = { '4xx': Refused }

/** One path parameter: an id or a reference. */
export const Key = Text(1, 255)

export const PageNumber = Type.Optional(
  Type.String({ pattern: '^0*[1-9]\\d*$', accepts: 'a number from 1', description: 'From 1.' }),
)
/** Beyond the end of every list, and small enough for a database to count up to. */
const LAST_PAGE = 1e9

export function readPage(page = '1'): number {
  return Math.min(Number(page), LAST_PAGE)
}

/** Whether a query parameter that is a switch is on: any value but `0`, `false` or an empty one. */
export function isOn(value: string | undefined): boolean {
  return !['', '0', 'false'].includes(value?.toLowerCase() ?? '')
}

/** `schema` for the document; the value itself is read by the concept named. */
export function readBy<T extends object>(concept: string, schema: T, required: string[] = []): T {
  return { ...schema, readBy: concept, ...(required.length > 0 && { required }) }
}

export const OK = { status: '200', statusLong: 'OK' } as const
