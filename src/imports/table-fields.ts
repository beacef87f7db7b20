import { EVENT_FIELDS, EVENT_INPUTS, wireName } from '../events/event-fields.ts'
import { HEADING_WORDS } from './heading-words.ts'
import { looseSpelling, spellingOf, type TableFields } from './table-columns.ts'

/** Headings of the columns of series, which are no fields of events. */
const SERIES_SPELLINGS: Record<string, string[]> = {
  repeats: [
    'repeat',
    'recurrence',
    'recurs',
    'rrule',
    'wiederholung',
    'répétition',
    'repetición',
    '繰り返し',
    'التكرار',
  ],
  except: ['exceptions', 'excluding', 'exdate', 'noton', 'außer', 'sauf', 'excepto', '除く', 'باستثناء'],
}

/** Fields of a row that make the title and the place of its event. */
const TITLE_SPELLINGS: Record<string, string[]> = { home: [], away: [], competition: [], round: [] }

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

/** The fields of single events in tables. More quick links than the first are also possible. */
export const EVENT_TABLE_FIELDS: TableFields = new Map(headingsOf(SPELLINGS))

/** The fields of tables that may have series, and titles made of several columns. */
export const TABLE_FIELDS: TableFields = new Map([
  // The first meaning of a heading counts, so the short ones of the fields come last.
  ...headingsOf(TITLE_SPELLINGS),
  ...headingsOf(SERIES_SPELLINGS),
  ...EVENT_TABLE_FIELDS,
])

/** Their API names, each once. */
export const TABLE_FIELD_NAMES = [
  ...Object.keys(TITLE_SPELLINGS),
  ...Object.keys(SPELLINGS),
  ...Object.keys(SERIES_SPELLINGS),
]

function headingsOf(spellings: Record<string, string[]>) {
  const words = Object.keys(spellings).flatMap((field) =>
    (HEADING_WORDS[field] ?? []).map((heading) => [looseSpelling(heading), field] as const),
  )
  const own = Object.entries(spellings).flatMap(([field, headings]) =>
    [spellingOf(field), ...headings].map((heading) => [heading, field] as const),
  )
  return [...words, ...own]
}
