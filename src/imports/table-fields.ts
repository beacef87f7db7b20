import { EVENT_FIELDS, EVENT_INPUTS, wireName } from '../events/event-fields.ts'
import { spellingOf, type TableFields } from './csv-columns.ts'

/** Headings of each field, lower case, without spaces and dashes. The field's own name is added below. */
const SPELLINGS: Record<string, string[]> = {
  ...Object.fromEntries(
    [...Object.entries(EVENT_FIELDS), ...Object.entries(EVENT_INPUTS)].flatMap(([name, { headings }]) =>
      headings ? [[wireName(name), headings]] : [],
    ),
  ),
  'quickLink[1][url]': ['url', 'link', 'website'],
  'quickLink[1][name]': ['linkname', 'linktext'],
}

/** The fields of tables. More quick links than the first are also possible. */
export const TABLE_FIELDS: TableFields = new Map(
  Object.entries(SPELLINGS).flatMap(([field, spellings]) =>
    [spellingOf(field), ...spellings].map((spelling) => [spelling, field] as const),
  ),
)

/** Their API names, each once. */
export const TABLE_FIELD_NAMES = Object.keys(SPELLINGS)
