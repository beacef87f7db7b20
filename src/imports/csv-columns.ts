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
    [key(field), ...spellings].map((spelling) => [spelling, field] as const),
  ),
)

/** Which field each column has, as the API names it; the second of a field, and an unknown one, has none. */
export function readColumns(header: string[]): (string | undefined)[] {
  const seen = new Set<string>()
  return header.map((title) => {
    const field = FIELDS.get(key(title)) ?? quickLinkField(title)
    if (field === undefined || seen.size === seen.add(field).size) return undefined
    return field
  })
}

function quickLinkField(title: string): string | undefined {
  const [, position, part] = /^quicklink\[(\d{1,2})\]\[(name|url)\]$/.exec(key(title)) ?? []
  return position && `quickLink[${Number(position)}][${part}]`
}

function key(title: string): string {
  return title.toLowerCase().replace(/[\s_-]+/g, '')
}
