import { type TString, Type } from 'typebox'
import { URL_FORMS } from '../../links/calendar-urls.ts'
import { Text } from '../../schemas.ts'

/** The response of the two DELETE operations, whose status is a number. */
export const Deleted = Type.Object({ status: Type.Literal(200), statusLong: Type.Literal('OK') })

/** A path parameter: an id or a reference. */
export const Key = Text(1, 255)

/** A path parameter: the number of a subscriber's link. */
export const LinkNumber = Type.String({
  pattern: '^\\d{1,5}$',
  accepts: 'the number of a link',
  description: 'The number of the link.',
})

export const PageNumber = Type.Optional(
  Type.String({ pattern: '^0*[1-9]\\d*$', accepts: 'a number from 1', description: 'From 1.' }),
)
/** Higher than any real page, and still safe as a number in the database. */
const LAST_PAGE = 1e9

export function readPage(page = '1'): number {
  return Math.min(Number(page), LAST_PAGE)
}

/** Returns whether a switch in the query is on: any value except `0`, `false` or an empty one. */
export function isOn(value: string | undefined): boolean {
  return !['', '0', 'false'].includes(value?.toLowerCase() ?? '')
}

/** Uses `schema` for the document only; the named function parses the value. */
export function readBy<T extends object>(concept: string, schema: T, required: string[] = []): T {
  return { ...schema, readBy: concept, ...(required.length > 0 && { required }) }
}

/** Text fields without a description. */
export function texts<Name extends string>(...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, Type.String()])) as Record<Name, TString>
}

export const CalendarUrls = Type.Object(texts(...URL_FORMS), {
  description: 'The address of a feed in the form each application takes.',
})

/** Times of creation and last change. */
export const STAMPS = {
  created: Type.String({ description: 'ISO 8601, UTC.' }),
  modified: Type.String({ description: 'ISO 8601, UTC.' }),
}
