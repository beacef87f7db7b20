import { createHash } from 'node:crypto'
import type { Calendar } from '../calendars/calendar.ts'
import { listCalendarsById } from '../calendars/calendar-store.ts'
import type { Db } from '../db/database.ts'
import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { FRESH_MS, type LinkTarget } from '../links/links.ts'
import type { OperationContext } from '../operation.ts'
import type { ConfirmPolicy } from '../publishers/publisher.ts'
import { type Outcome, together } from '../revisions/change-together.ts'
import type { Revision } from '../revisions/revision.ts'
import { addLinks, tooManyLinks } from './add-link.ts'
import { noSuchCalendars } from './change-subscriptions.ts'
import type { LinkRequest, StoredRequest } from './feed-link.ts'
import { insertRequests, listRequestsByEmail } from './link-request-store.ts'
import { type Merge, mergeRequests } from './merge-request.ts'
import { findRepeated } from './repeated-request.ts'
import { findFreeIds } from './reserved-id.ts'
import { emailKey, type Profile, type Subscriber } from './subscriber.ts'
import { findSubscribersByEmail } from './subscriber-store.ts'

export interface SubscribeRequest {
  widgetId: string
  email: string
  calendarIds: string[]
  /** The chosen calendar application, or empty. */
  application: string
  profile: Profile
  /** The URL of the embedding page, passed on in the notification. */
  referringPage?: string
  /** Data from the embedding page, passed on unchanged in the notification. */
  state?: object
}

/** On what terms a request is taken. */
export interface SubscribeTerms {
  /** True if the publisher vouches for the address: the request then counts as confirmed. */
  vouched: boolean
  confirm: ConfirmPolicy
  /** The language of the mail that asks for the confirmation. */
  language: string
  /** Equal for a second click; undefined or empty if the request has none. */
  idempotencyKey?: string | undefined
}

/** The result of a request. Whoever sent it may see the link, and nothing else. */
export interface Subscribed {
  /** The link that the request got. */
  link: LinkTarget
  /**
   * `joined`: a new subscriber. `added`: the publisher vouched for a subscriber. `known`: a
   * pending link for the address of a subscriber, or of one who left. `unknown`: a pending link for a new
   * address. `repeated`: a second click, which changed nothing.
   */
  outcome: 'joined' | 'added' | 'known' | 'unknown' | 'repeated'
  /** The names of the calendars that were chosen. */
  calendars: string[]
}

/** A request, and on what terms it is taken. */
interface Asked {
  request: SubscribeRequest
  terms: SubscribeTerms
}

const subscribeTogether = together<Asked, Subscribed>({
  keyOf: ({ request }) => emailKey(request.email),
  make: subscribeAll,
})

/**
 * Completes the widget flow for an e-mail address, and gives it a link of its own. A request that is vouched
 * for counts at once; so does that of a new address with the policy `known`. Any other gets a pending link: it
 * neither shows nor changes anything of a subscriber until `confirmLink`.
 */
export async function subscribe(
  ctx: OperationContext,
  publisherId: number,
  request: SubscribeRequest,
  terms: SubscribeTerms,
): Promise<Subscribed> {
  return subscribeTogether(ctx.db, publisherId, ctx.now, { request, terms })
}

/** Completes the flow for different addresses, in as many statements as for one. */
async function subscribeAll(
  tx: Db,
  publisherId: number,
  asked: Asked[],
  revision: Revision,
): Promise<Outcome<Subscribed>[]> {
  const people = await readPeople(tx, publisherId, asked, revision)
  const valid = people.filter(({ unknownCalendars }) => unknownCalendars.length === 0)
  const repeated = await findRepeated(tx, publisherId, valid, revision)
  const fresh = valid.filter((_, i) => !repeated[i])
  const links = await addLinks(
    tx,
    publisherId,
    fresh.map((person) => linkOf(person, revision)),
    revision,
  )
  const linked = fresh.flatMap((person, i) => (links[i] ? [{ person, link: links[i] }] : []))
  const [waiting, counting] = [
    linked.filter(({ person }) => waits(person)),
    linked.filter(({ person }) => !waits(person)),
  ]
  await insertRequests(
    tx,
    waiting.map(({ person, link }) => toLinkRequest(person, link, revision)),
  )
  await mergeRequests(
    tx,
    publisherId,
    counting.map(({ person, link }) => toMerge(person, link)),
    revision,
  )
  const again = new Map(valid.map((person, i) => [person, repeated[i]]))
  const added = new Map(linked.map(({ person, link }) => [person, link]))
  return people.map((person) => {
    const { unknownCalendars: unknown } = person
    if (unknown.length > 0) return { error: invalid({ calendarIds: noSuchCalendars(unknown) }) }
    const calendars = person.calendars.map(({ name }) => name)
    const earlier = again.get(person)
    if (earlier) return { value: { link: earlier, outcome: 'repeated', calendars } }
    const link = added.get(person)
    return link ? { value: { link, outcome: outcomeOf(person), calendars } } : { error: tooManyLinks() }
  })
}

/** A request with what is stored of its address. */
interface Person extends Asked {
  /** The subscriber with this address, also after leaving. */
  existing: Subscriber | undefined
  /** The `svc_id` of the address: that of the subscriber, else the one that is reserved, else a new one. */
  id: string
  calendarIds: string[]
  /** The chosen calendars, in the order of creation. */
  calendars: Calendar[]
  /** The chosen ids that are not public calendars of the publisher. */
  unknownCalendars: string[]
  fingerprint: string
  waiting: LinkRequest[]
}

async function readPeople(tx: Db, publisherId: number, asked: Asked[], { at }: Revision): Promise<Person[]> {
  const chosen = [...new Set(asked.flatMap(({ request }) => request.calendarIds))]
  const stored = chosen.length > 0 ? await listCalendarsById(tx, publisherId, chosen) : []
  const calendars = stored.filter(({ draft }) => !draft)
  const known = new Set(calendars.map(({ id }) => id))
  const keys = asked.map(({ request }) => emailKey(request.email))
  const subscribers = await findSubscribersByEmail(tx, publisherId, keys)
  const requests = await listRequestsByEmail(tx, publisherId, keys)
  const byEmail = Map.groupBy(requests, ({ email }) => emailKey(email!))
  const freeIds = await findFreeIds(tx, publisherId, [...new Set(requests.map((one) => one.subscriberId))])
  return asked.map(({ request, terms }) => {
    const key = emailKey(request.email)
    const { calendarIds } = request
    const own = new Set(calendarIds)
    const existing = subscribers.get(key)
    const waiting = byEmail.get(key) ?? []
    const reserved = waiting[0] && freeIds.has(waiting[0].subscriberId) ? waiting[0].subscriberId : undefined
    return {
      ...{ request, terms, existing, calendarIds, waiting },
      id: existing?.id ?? reserved ?? newId(at),
      calendars: calendars.filter(({ id }) => own.has(id)),
      unknownCalendars: calendarIds.filter((id) => !known.has(id)),
      fingerprint: terms.idempotencyKey ? fingerprintOf(request, terms) : '',
    }
  })
}

/** True if a request has to be confirmed before it counts. */
function waits({ terms, existing }: Person): boolean {
  return !terms.vouched && (existing !== undefined || terms.confirm === 'always')
}

function outcomeOf(person: Person): Subscribed['outcome'] {
  if (waits(person)) return person.existing ? 'known' : 'unknown'
  return person.existing ? 'added' : 'joined'
}

function linkOf(person: Person, { at }: Revision) {
  const confirmed = !waits(person)
  // A new subscriber may correct the data for a while.
  const freshUntil = confirmed && !person.terms.vouched ? at + FRESH_MS : null
  const { application } = person.request
  return { subscriberId: person.id, kind: 'feed', application, confirmed, freshUntil } as const
}

function toLinkRequest(
  { request, terms, fingerprint }: Person,
  { publisherId, id, number }: LinkTarget,
  { at }: Revision,
): LinkRequest {
  return {
    ...{ publisherId, subscriberId: id, number, email: request.email.trim() },
    ...{ calendarIds: request.calendarIds, request: toStore(request), fingerprint },
    ...{ language: terms.language, created: at },
  }
}

function toMerge(
  { request, terms, existing, calendars, fingerprint }: Person,
  { id, number }: LinkTarget,
): Merge {
  return {
    ...{ existing, id, email: request.email, calendars },
    ...{ request: toStore(request), confirmed: terms.vouched },
    // A publisher who vouches for a person does not send the person's language.
    language: terms.vouched ? '' : terms.language,
    lastRequest: fingerprint && `${fingerprint} ${number}`,
  }
}

function toStore({ widgetId, application, profile, referringPage, state }: SubscribeRequest): StoredRequest {
  return { widgetId, application, profile, ...(referringPage && { referringPage }), ...(state && { state }) }
}

/**
 * Returns a hash that is equal for a repeated request. Without a key there is none: somebody else may send the
 * same, and must not get this person's link.
 */
function fingerprintOf(request: SubscribeRequest, { vouched, idempotencyKey }: SubscribeTerms): string {
  const { email, calendarIds, widgetId, application, profile, referringPage, state } = request
  const fields = [
    ...[idempotencyKey, vouched, emailKey(email), calendarIds.toSorted(), widgetId],
    ...[application, profile, referringPage, state],
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22)
}
