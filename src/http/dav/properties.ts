import type { DavAccount } from '../../dav/account.ts'
import type { Collection } from '../../dav/collection.ts'
import type { Stamp } from '../../dav/look.ts'
import { topicOf } from '../../dav/push-message.ts'
import { currentToken } from '../../dav/sync-token.ts'
import { CALENDAR_END, CALENDAR_START } from '../../ics/calendar.ts'
import { vtimezone, writtenInZone } from '../../ics/vtimezone.ts'
import type { Links } from '../../links/links.ts'
import type { DavPaths } from './paths.ts'
import {
  CALDAV,
  DAV,
  type Element,
  element,
  emptyElement,
  escapeXml,
  hrefElement,
  NAMESPACES,
  PREFIXES,
} from './xml.ts'

/** The values of a resource's properties, as XML, by `keyOf`. */
export type Values = Map<string, string>

/** A property that a client asks for. */
export interface Wanted {
  namespace: string
  name: string
}

/** What all values of an installation have in common. */
export interface Common {
  publicUrl: string
  paths: DavPaths
  /** Epoch ms. */
  now: number
  links: Pick<Links, 'opaqueId'>
  /** The public key of our push messages: 65 octets in base64url. */
  pushKey: string
}

const CALENDAR_TYPE = 'text/calendar; charset=utf-8; component=vevent'
/** Octets. No event of ours is near it. */
const MAX_RESOURCE_SIZE = 1_000_000

// Thunderbird takes a calendar with `write-properties` for one that it may write.
const PRIVILEGES = ['read', 'read-current-user-privilege-set']
  .map((name) => element('d:privilege', `<d:${name}/>`))
  .join('')

const REPORTS = ['d:sync-collection', 'c:calendar-multiget', 'c:calendar-query']
  .map((name) => element('d:supported-report', element('d:report', `<${name}/>`)))
  .join('')

const TRIGGERS =
  '<p:content-update><d:depth>1</d:depth></p:content-update><p:property-update><d:depth>0</d:depth></p:property-update>'

export const CALENDAR_DATA = keyOf({ namespace: CALDAV, name: 'calendar-data' })
export const GETETAG = keyOf({ namespace: DAV, name: 'getetag' })
const LAST_MODIFIED = keyOf({ namespace: DAV, name: 'getlastmodified' })

export function keyOf({ namespace, name }: Wanted): string {
  return `${namespace} ${name}`
}

/** Reads the children of a `prop` element. */
export function wantedIn(prop: Element): Wanted[] {
  const unique = new Map(
    prop.children.map(({ namespace, name }) => [`${namespace} ${name}`, { namespace, name }]),
  )
  return [...unique.values()]
}

/** The place where discovery begins, and the folder of a person. */
export function rootValues(account: DavAccount, { paths }: Common): Values {
  return values({
    'd:resourcetype': '<d:collection/>',
    'd:displayname': escapeXml(account.publisher.company),
    ...personValues(account, paths),
  })
}

export function principalValues(account: DavAccount, { paths }: Common): Values {
  const self = hrefElement(paths.principal(account.id))
  return values({
    'd:resourcetype': '<d:collection/><d:principal/>',
    'd:displayname': escapeXml(account.publisher.company),
    'd:principal-URL': self,
    // Empty: nobody finds other people. Nextcloud's library does not go on without it.
    'd:principal-collection-set': '',
    'c:calendar-home-set': hrefElement(paths.home(account.id)),
    'c:calendar-user-address-set': self,
    ...personValues(account, paths),
  })
}

export function homeValues(account: DavAccount, { paths }: Common): Values {
  return values({
    'd:resourcetype': '<d:collection/>',
    'd:displayname': escapeXml(account.publisher.company),
    'c:calendar-home-set': hrefElement(paths.home(account.id)),
    ...personValues(account, paths),
  })
}

export function collectionValues(
  account: DavAccount,
  collection: Collection,
  { paths, publicUrl, now, links, pushKey }: Common,
): Values {
  const { publisher } = account
  const token = escapeXml(currentToken(publicUrl, publisher.id, collection))
  const { name, calendarId } = collection
  const isPublic = calendarId === name
  return values({
    'd:resourcetype': '<d:collection/><c:calendar/>',
    'd:displayname': escapeXml(collection.title),
    'd:supported-report-set': REPORTS,
    'd:sync-token': token,
    'c:supported-calendar-component-set': '<c:comp name="VEVENT"/>',
    'c:supported-calendar-data': '<c:calendar-data content-type="text/calendar" version="2.0"/>',
    'c:max-resource-size': String(MAX_RESOURCE_SIZE),
    ...(collection.description && { 'c:calendar-description': escapeXml(collection.description) }),
    ...(publisher.timezone !== 'UTC' &&
      writtenInZone(publisher.timezone, now) && {
        'c:calendar-timezone': escapeXml(CALENDAR_START + vtimezone(publisher.timezone) + CALENDAR_END),
      }),
    'cs:getctag': token,
    // Of a person who left nothing changes any more.
    ...(calendarId && {
      'p:transports': `<p:web-push><p:vapid-public-key type="p256ecdsa">${pushKey}</p:vapid-public-key></p:web-push>`,
      'p:topic': topicOf(links, account.target, name),
      'p:supported-triggers': TRIGGERS,
    }),
    ...(isPublic && { 'cs:source': hrefElement(`${publicUrl}/calendar/${name}.ics`) }),
    // Apple writes colours with their opacity.
    'ic:calendar-color': `${collection.color.toUpperCase()}FF`,
    'ic:calendar-order': String(collection.order),
    ...personValues(account, paths),
  })
}

/** The properties of an object that are the same for all of a collection. */
export function objectValues(account: DavAccount, { paths }: Common): Values {
  return values({
    'd:resourcetype': '',
    'd:getcontenttype': CALENDAR_TYPE,
    ...personValues(account, paths),
  })
}

/** Returns the value of a property of one object; undefined: it has none. `text`: its iCalendar text, if it was read. */
export function objectValue(
  key: string,
  common: Values,
  { etag, modified }: Stamp,
  text: string | undefined,
): string | undefined {
  if (key === GETETAG) return escapeXml(etag)
  if (key === CALENDAR_DATA) return text === undefined ? undefined : escapeXml(text)
  if (key === LAST_MODIFIED) return new Date(modified).toUTCString()
  return common.get(key)
}

/** Returns a function that writes a property with its value. */
export function propertyWriter({ namespace, name }: Wanted): (value: string) => string {
  const empty = emptyElement(namespace, name)
  const prefixed = `${PREFIXES.get(namespace)}:${name}`
  return (value) => (value === '' ? empty : element(prefixed, value))
}

/** The properties that `allprop` returns: those of WebDAV (RFC 4791, 5.2). */
export function plainProperties(own: Values): Wanted[] {
  return namesOf(own).filter(({ namespace }) => namespace === DAV)
}

export function namesOf(own: Values): Wanted[] {
  return [...own.keys()].map((key) => {
    const space = key.lastIndexOf(' ')
    return { namespace: key.slice(0, space), name: key.slice(space + 1) }
  })
}

function personValues({ id }: DavAccount, paths: DavPaths) {
  const person = hrefElement(paths.principal(id))
  return {
    'd:owner': person,
    'd:current-user-principal': person,
    'd:current-user-privilege-set': PRIVILEGES,
  }
}

/** `prefixed`: the values by names with our prefixes. */
function values(prefixed: Record<string, string>): Values {
  return new Map(
    Object.entries(prefixed).map(([name, value]) => {
      const [prefix = '', local = ''] = name.split(':')
      return [keyOf({ namespace: NAMESPACES[prefix as keyof typeof NAMESPACES], name: local }), value]
    }),
  )
}
