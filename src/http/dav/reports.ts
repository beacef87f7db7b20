import type { AppContext } from '../../context.ts'
import type { DavAccount } from '../../dav/account.ts'
import { type Collection, isShown } from '../../dav/collection.ts'
import type { Stamp } from '../../dav/look.ts'
import { stampOf } from '../../dav/look.ts'
import { listMembersBetween, type Member } from '../../dav/member-store.ts'
import { readObjects } from '../../dav/objects.ts'
import { ENDED_ID, endedStamp, listChanges } from '../../dav/sync.ts'
import { readToken, writeToken } from '../../dav/sync-token.ts'
import { pause } from '../../pause.ts'
import { DavError } from './dav-error.ts'
import { type Filter, meets, readFilter } from './filter.ts'
import { objectResponses, statusResponse } from './multi-status.ts'
import { CALENDAR_DATA, type Common, keyOf, objectValues, type Wanted, wantedIn } from './properties.ts'
import { CALDAV, childOf, DAV, type Element, element, escapeXml, isElement } from './xml.ts'

/** A request about one collection. */
export interface Asked {
  account: DavAccount
  collection: Collection
  common: Common
  /** The client wants no properties that an object does not have. */
  brief: boolean
}

type ReportContext = Pick<AppContext, 'database' | 'feeds' | 'links'>

/** Objects that a client may ask for by name at once. */
const MOST_HREFS = 1000
/** Changes in one answer. The client asks again for more. */
const MOST_CHANGES = 10_000
/** Objects that are read in one statement. */
const AT_ONCE = 100
const DEFAULT: Wanted[] = [{ namespace: DAV, name: 'getetag' }]
const TOO_MANY = '<d:number-of-matches-within-limits/>'

/** Answers a report on a collection. Throws for one that we do not have. */
export function report(ctx: ReportContext, body: Element, asked: Asked): AsyncIterable<string> {
  if (isElement(body, DAV, 'sync-collection')) return syncCollection(ctx, body, asked)
  if (isElement(body, CALDAV, 'calendar-multiget')) return multiget(ctx, body, asked)
  if (isElement(body, CALDAV, 'calendar-query')) return query(ctx, body, asked)
  throw unsupportedReport(body)
}

export function unsupportedReport({ name }: Element): DavError {
  return new DavError(403, `The report ${name} is not supported here`, '<d:supported-report/>')
}

/** RFC 6578, 3.2. */
async function* syncCollection(ctx: ReportContext, body: Element, asked: Asked): AsyncGenerator<string> {
  const { account, collection, common } = asked
  const { id: publisherId } = account.publisher
  const token = childOf(body, DAV, 'sync-token')?.text.trim() ?? ''
  const since = token === '' ? undefined : readToken(token, publisherId, collection)
  if (token !== '' && !since)
    throw new DavError(
      403,
      'This sync-token is not valid any more: sync from the start',
      '<d:valid-sync-token/>',
    )
  const { changes, state, more } = await listChanges(ctx, account, collection, since, readLimit(body))
  const stamps = new Map(changes.flatMap(({ id, stamp }) => (stamp ? [[id, stamp] as const] : [])))
  for (const { id, stamp } of changes) if (!stamp) yield statusResponse(hrefOf(asked, id))
  yield* objects(ctx, asked, wantedBy(body), stamps, { missing: true })
  if (more) {
    const href = common.paths.collection(account.id, collection.name)
    yield statusResponse(href, '507 Insufficient Storage', element('d:error', TOO_MANY))
  }
  yield element('d:sync-token', escapeXml(writeToken(common.publicUrl, publisherId, collection, state)))
}

function readLimit(body: Element): number {
  const limit = childOf(body, DAV, 'limit')
  if (!limit) return MOST_CHANGES
  const text = childOf(limit, DAV, 'nresults')?.text.trim() ?? ''
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0)
    throw new DavError(403, 'nresults is a whole number from 1', TOO_MANY)
  return Math.min(MOST_CHANGES, Number(text))
}

/** RFC 4791, 7.9. */
async function* multiget(ctx: ReportContext, body: Element, asked: Asked): AsyncGenerator<string> {
  const { account, collection, common } = asked
  const hrefs = body.children.filter((child) => isElement(child, DAV, 'href')).map(({ text }) => text.trim())
  if (hrefs.length > MOST_HREFS)
    throw new DavError(403, `Ask for at most ${MOST_HREFS} objects at once`, TOO_MANY)
  const ids = new Set<string>()
  for (const href of new Set(hrefs)) {
    const path = common.paths.read(href)
    const here = path?.kind === 'object' && path.account === account.id && path.collection === collection.name
    if (here) ids.add(path.id)
    else yield statusResponse(href)
  }
  const stamps = new Map([...ids].map((id) => [id, undefined]))
  yield* objects(ctx, asked, wantedBy(body), stamps, { missing: true })
}

/** RFC 4791, 7.8. */
async function* query(ctx: ReportContext, body: Element, asked: Asked): AsyncGenerator<string> {
  const filter = readFilter(body)
  const { conditions } = filter
  const stamps = filter.nothing ? new Map<string, Stamp>() : await listInRange(ctx, asked, filter)
  const keep = conditions.length > 0 ? (text: string) => meets(text, conditions) : undefined
  yield* objects(ctx, asked, wantedBy(body), stamps, { keep })
}

/** Returns the objects of a collection that are on in the range of a filter. */
export async function listInRange(
  ctx: Pick<AppContext, 'database'>,
  { account, collection }: Pick<Asked, 'account' | 'collection'>,
  { range }: Pick<Filter, 'range'>,
): Promise<Map<string, Stamp>> {
  const { calendarId, look } = collection
  if (calendarId === undefined) return new Map([[ENDED_ID, endedStamp(collection)]])
  const [from, to] = [range?.from ?? Number.MIN_SAFE_INTEGER, range?.to ?? Number.MAX_SAFE_INTEGER]
  const members = await listMembersBetween(ctx.database, account.publisher.id, calendarId, from, to)
  const found = members.filter((member) => isShown(member, collection) && (!range || isOn(member, range)))
  return new Map(found.map((member) => [member.id, stampOf(member, look)]))
}

/** RFC 4791, 9.9: an event that ends when it starts is on in a range that begins then. */
function isOn({ startAt, endAt }: Member, { from, to }: { from: number; to: number }): boolean {
  return startAt < to && (endAt > from || (endAt === startAt && startAt >= from))
}

/**
 * Writes the responses about objects. `stamps`: their versions, of those that are known. `missing`: one that is gone
 * meanwhile gets a response that says so. `keep`: tells by its text if an object is wanted.
 */
async function* objects(
  ctx: ReportContext,
  asked: Asked,
  wanted: Wanted[],
  stamps: Map<string, Stamp | undefined>,
  { missing = false, keep }: { missing?: boolean; keep?: ((text: string) => boolean) | undefined },
): AsyncGenerator<string> {
  const { account, collection, common, brief } = asked
  const write = objectResponses(objectValues(account, common), wanted, brief)
  const withText = keep !== undefined || wanted.some((each) => keyOf(each) === CALENDAR_DATA)
  if (!withText && !missing) {
    for (const [id, stamp] of stamps) yield write(hrefOf(asked, id), stamp!)
    return
  }
  const ids = [...stamps.keys()]
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    if (from > 0) await pause()
    const some = ids.slice(from, from + AT_ONCE)
    const unread = withText ? some : some.filter((id) => !stamps.get(id))
    const read = new Map((await readObjects(ctx, account, collection, unread)).map((each) => [each.id, each]))
    for (const id of some) {
      const object = read.get(id)
      const stamp = object ?? (withText ? undefined : stamps.get(id))
      if (!stamp) {
        if (missing) yield statusResponse(hrefOf(asked, id))
      } else if (!keep || keep(object!.text)) yield write(hrefOf(asked, id), stamp, object?.text)
    }
  }
}

/** Returns the properties that a report asks for. */
function wantedBy(body: Element): Wanted[] {
  const prop = childOf(body, DAV, 'prop')
  for (const child of prop?.children ?? []) {
    const { 'content-type': type = 'text/calendar', version = '2.0' } = child.attributes
    if (isElement(child, CALDAV, 'calendar-data') && (type !== 'text/calendar' || version !== '2.0'))
      throw new DavError(
        403,
        `${type} ${version} is not supported: text/calendar 2.0`,
        '<c:supported-calendar-data/>',
      )
  }
  return prop ? wantedIn(prop) : DEFAULT
}

function hrefOf({ account, collection, common }: Asked, id: string): string {
  return common.paths.object(account.id, collection.name, id)
}
