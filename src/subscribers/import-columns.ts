import { AppError } from '../errors.ts'

/** How titles say a field, written without spaces, dashes and case. The field's own name is always among them. */
const SPELLINGS = {
  svc_id: ['id', 'subscriberid'],
  email: ['emailaddress', 'mail', 'e-mail'],
  first_name: ['forename', 'givenname'],
  last_name: ['surname', 'familyname'],
  mobile: ['phone', 'telephone', 'mobilefull'],
  country: ['countryname'],
  zip: ['postcode', 'zipcode', 'postalcode'],
  gender: [],
  age_group: [],
  dob: ['birthday', 'dateofbirth'],
  reference: ['subscriberreference'],
  secondary_email: [],
  optin: ['optin1'],
  secondary_optin: ['optin2'],
  optin3: [],
  optin4: [],
  calendars: ['calendarids', 'calids', 'calendarreferences', 'scheduleids', 'schedules'],
  application: ['app', 'appname', 'calendarapplication'],
  created: ['createdat', 'subscribed', 'subscribedat', 'logged'],
  active: ['isactive', 'status'],
  feed_address: [
    'feedurl',
    'feed',
    'calendarurl',
    'httpscalurl',
    'httpcalurl',
    'webcalurl',
    'oldfeedaddress',
  ],
} satisfies Record<string, string[]>

export type SubscriberField = keyof typeof SPELLINGS
/** What a column says: a field, a question of the publisher's own (`custom:seat`), or nothing that is wanted. */
export type SubscriberColumn = SubscriberField | `custom:${string}` | undefined

const FIELDS = new Map(
  Object.entries(SPELLINGS).flatMap(([field, spellings]) =>
    [field, ...spellings].map((spelling) => [plain(spelling), field as SubscriberField] as const),
  ),
)

/**
 * What each column of a table of subscribers says. `mapping` (`{"Old title": "email"}`) goes before the titles' own
 * meaning; a field that several columns could be is the first one's. Throws AppError on a mapping that can't be.
 */
export function readSubscriberColumns(
  titles: string[],
  mapping: Record<string, string>,
  idAlias?: string,
): SubscriberColumn[] {
  const unknown = Object.keys(mapping).find((title) => !titles.includes(title))
  if (unknown !== undefined) throw new AppError('invalid', `The table has no column "${unknown}"`)
  const taken = new Set<SubscriberColumn>()
  const asked = titles.map((title) =>
    Object.hasOwn(mapping, title) ? readTarget(mapping[title]!) : undefined,
  )
  for (const target of asked) {
    if (target !== undefined && taken.has(target))
      throw new AppError('invalid', `Two columns are "${target}"`)
    taken.add(target)
  }
  const columns = titles.map((title, index) => {
    if (Object.hasOwn(mapping, title)) return asked[index]
    const column = idAlias && plain(title) === plain(idAlias) ? 'svc_id' : meaningOf(title)
    if (column === undefined || taken.has(column)) return undefined
    taken.add(column)
    return column
  })
  if (!taken.has('email')) {
    throw new AppError('invalid', `No column has the e-mail addresses. There are: ${titles.join(', ')}`)
  }
  return columns
}

function meaningOf(title: string): SubscriberColumn {
  const custom = /^custom[:.](.+)$/i.exec(title)?.[1]
  return custom ? `custom:${custom.trim()}` : FIELDS.get(plain(title))
}

/** `--map "Title=-"` leaves a column out. */
function readTarget(target: string): SubscriberColumn {
  if (target === '-') return undefined
  const custom = /^custom:(.+)$/.exec(target)
  if (custom || Object.hasOwn(SPELLINGS, target)) return target as SubscriberColumn
  const fields = Object.keys(SPELLINGS).join(', ')
  throw new AppError('invalid', `"${target}" is no field: ${fields}, custom:<name>, or - for none`)
}

function plain(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
