import type { Db } from '../db/database.ts'
import { invalid } from '../errors.ts'
import { FRESH_MS, type LinkTarget } from '../links/links.ts'
import type { OperationContext } from '../operation.ts'
import { type Outcome, together } from '../revisions/change-together.ts'
import type { Revision } from '../revisions/revision.ts'
import { addLinks, tooManyLinks } from './add-link.ts'
import { noSuchCalendars } from './change-subscriptions.ts'
import type { LinkRequest, StoredRequest } from './feed-link.ts'
import { insertRequests } from './link-request-store.ts'
import { type Merge, mergeRequests } from './merge-request.ts'
import { type Person, readPeople, waits } from './read-people.ts'
import { findRepeated } from './repeated-request.ts'
import type { Asked, SubscribeRequest, SubscribeTerms } from './subscribe-request.ts'
import { emailKey } from './subscriber.ts'

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
