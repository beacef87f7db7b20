/** How headers say a field, written without spaces, dashes and case. The field's own name is always among them. */
const SPELLINGS: Record<string, string[]> = {
  name: ['title', 'subject', 'summary', 'event', 'eventname'],
  location: ['venue', 'place', 'where', 'ground'],
  startDate: ['date', 'start', 'startday', 'from', 'begin', 'begindate', 'startdatetime'],
  startTime: ['time', 'kickoff', 'kickofftime', 'begintime'],
  endDate: ['end', 'endday', 'until', 'to', 'finish', 'finishdate', 'enddatetime'],
  endTime: ['finishtime'],
  allDay: ['alldayevent', 'wholeday', 'fullday'],
  timezone: ['tz', 'zone', 'tzid'],
  details: ['description', 'notes', 'note', 'text'],
  alert: ['alert1', 'reminder', 'reminder1', 'alarm'],
  alert2: ['reminder2', 'alarm2'],
  draft: [],
  reference: ['ref', 'uid', 'eventreference', 'externalid'],
  referenceType: ['reftype'],
  tags: ['tag'],
  sponsored_message: [],
  twitterTag: ['hashtag'],
  featured: [],
  event_banner: ['banner'],
  'focus-x': [],
  'focus-y': [],
  primary_link: [],
  secondary_link: [],
  'quickLink[1][url]': ['url', 'link', 'website'],
  'quickLink[1][name]': ['linkname', 'linktext'],
}

const FIELDS = new Map(
  Object.entries(SPELLINGS).flatMap(([field, spellings]) =>
    [spellingOf(field), ...spellings].map((spelling) => [spelling, field] as const),
  ),
)

/** What a column can be: the fields of events as the API names them. Quick links beyond the first can be too. */
export const TABLE_FIELDS = Object.keys(SPELLINGS)

/** What each column is called by: its title, and where that is empty or there before, something like it. */
export function columnKeys(header: string[]): string[] {
  const seen = new Map<string, number>()
  return header.map((title, index) => {
    const name = title || `Column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/**
 * Which field each column has, as the API names it; the second of a field, and an unknown one, has none. `chosen`
 * says it for columns by their keys, empty for none; the others are guessed.
 */
export function readColumns(header: string[], chosen: Record<string, string> = {}): (string | undefined)[] {
  const keys = columnKeys(header)
  const said = (index: number) => (Object.hasOwn(chosen, keys[index]!) ? chosen[keys[index]!] : undefined)
  const seen = new Set<string>()
  const once = (field: string | undefined) => {
    if (!field || seen.has(field)) return undefined
    seen.add(field)
    return field
  }
  // What somebody chose comes before any guess, also where its column stands behind.
  const picked = header.map((_, index) => once(isField(said(index)) ? said(index) : undefined))
  return header.map((title, index) =>
    said(index) === undefined ? once(FIELDS.get(spellingOf(title)) ?? quickLinkField(title)) : picked[index],
  )
}

/** Whether a column can be this field, written as the API names it. */
export function isField(field: string | undefined): boolean {
  return field !== undefined && (TABLE_FIELDS.includes(field) || quickLinkField(field) === field)
}

function quickLinkField(title: string): string | undefined {
  const [, position, part] = /^quicklink\[(\d{1,2})\]\[(name|url)\]$/.exec(spellingOf(title)) ?? []
  return position && `quickLink[${Number(position)}][${part}]`
}

/** A title without spaces, dashes and case. */
export function spellingOf(title: string): string {
  return title.toLowerCase().replace(/[\s_-]+/g, '')
}
