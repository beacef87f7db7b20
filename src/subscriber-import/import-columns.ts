import { AppError } from '../errors.ts'
import { type NameWith, PROFILE_ROWS } from '../subscribers/subscriber-fields.ts'

/**
 * Column titles of each field, without spaces, dashes and case. The name of the field is always one of them.
 */
const SPELLINGS = {
  svc_id: ['id', 'subscriberid'],
  email: ['emailaddress', 'mail', 'e-mail'],
  ...(Object.fromEntries(
    PROFILE_ROWS.flatMap(([, { as, headings }]) => (headings ? [[as, headings]] : [])),
  ) as Record<NameWith<'headings'>, readonly string[]>),
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
} satisfies Record<string, readonly string[]>

export type SubscriberField = keyof typeof SPELLINGS
/** The content of a column: a field, a custom question (`custom:seat`), or undefined if it is ignored. */
export type SubscriberColumn = SubscriberField | `custom:${string}` | undefined

const FIELDS = new Map(
  Object.entries(SPELLINGS).flatMap(([field, spellings]) =>
    [field, ...spellings].map((spelling) => [plain(spelling), field as SubscriberField] as const),
  ),
)

/**
 * Assigns the columns of a table to fields. `mapping` (`{"Old title": "email"}`) overrides the titles; of
 * several columns for one field the first counts. Throws AppError if the mapping is invalid or no column has
 * e-mail addresses.
 */
export function readSubscriberColumns(
  titles: string[],
  mapping: Record<string, string>,
  idAlias?: string,
): SubscriberColumn[] {
  const unknown = Object.keys(mapping).find((title) => !titles.includes(title))
  if (unknown !== undefined) throw new AppError('invalid', `The table has no column "${unknown}"`)
  const assigned = new Set<SubscriberColumn>()
  const targets = titles.map((title) =>
    Object.hasOwn(mapping, title) ? readTarget(mapping[title]!) : undefined,
  )
  for (const target of targets) {
    if (target !== undefined && assigned.has(target))
      throw new AppError('invalid', `Two columns are "${target}"`)
    assigned.add(target)
  }
  const columns = titles.map((title, index) => {
    if (Object.hasOwn(mapping, title)) return targets[index]
    const column = idAlias && plain(title) === plain(idAlias) ? 'svc_id' : meaningOf(title)
    if (column === undefined || assigned.has(column)) return undefined
    assigned.add(column)
    return column
  })
  if (!assigned.has('email')) {
    throw new AppError('invalid', `No column has the e-mail addresses. There are: ${titles.join(', ')}`)
  }
  return columns
}

function meaningOf(title: string): SubscriberColumn {
  const custom = /^custom[:.](.+)$/i.exec(title)?.[1]
  return custom ? `custom:${custom.trim()}` : FIELDS.get(plain(title))
}

/** `--map "Title=-"` ignores a column. */
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
