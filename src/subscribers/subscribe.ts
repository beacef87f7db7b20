import { createHash } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import { FRESH_MS, type LinkTarget } from '../links/links.ts'
import type { OperationContext } from '../operation.ts'
import type { ConfirmPolicy } from '../publishers/publisher.ts'
import { changeTogether } from '../revisions/change-together.ts'
import type { Revision } from '../revisions/revision.ts'
import { addLink } from './add-link.ts'
import { requireCalendars } from './change-subscriptions.ts'
import { isLive, isPending, type StoredRequest } from './feed-link.ts'
import { insertRequest, listRequestsByEmail } from './link-request-store.ts'
import { findLink } from './link-store.ts'
import { mergeRequest } from './merge-request.ts'
import { findReservedId } from './reserved-id.ts'
import { emailKey, type Profile, type Subscriber } from './subscriber.ts'
import { findSubscriberByEmail, noteLanguage } from './subscriber-store.ts'
import { listSubscribedCalendarIds } from './subscription-store.ts'

/** A request with the same `Idempotency-Key` within this time is a second click. */
const REPEAT_MS = 3_600_000

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
}

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
  return changeTogether(ctx.db, publisherId, ctx.now, async (tx, revision) => {
    const calendars = await requireCalendars(tx, publisherId, request.calendarIds, false)
    const existing = await findSubscriberByEmail(tx, publisherId, request.email)
    const fingerprint = terms.idempotencyKey ? fingerprintOf(request, terms) : ''
    const repeated = fingerprint
      ? await findRepeated(tx, publisherId, request, fingerprint, existing, revision)
      : undefined
    if (repeated) return { link: repeated, outcome: 'repeated' }

    const known = existing?.id ?? (await findReservedId(tx, publisherId, request.email))
    const id = known ?? newId(revision.at)
    const { application } = request
    if (!terms.vouched && (existing || terms.confirm === 'always')) {
      const made = { kind: 'feed', application, confirmed: false } as const
      const link = await addLink(tx, publisherId, id, made, revision)
      await insertRequest(tx, {
        ...{ publisherId, subscriberId: id, number: link.number, email: request.email.trim() },
        ...{ calendarIds: request.calendarIds, request: toStore(request), fingerprint },
        ...{ language: terms.language, created: revision.at },
      })
      return { link, outcome: existing ? 'known' : 'unknown' }
    }
    // A new subscriber may correct the data for a while.
    const freshUntil = terms.vouched ? null : revision.at + FRESH_MS
    const made = { kind: 'feed', application, confirmed: true, freshUntil } as const
    const link = await addLink(tx, publisherId, id, made, revision)
    const merge = {
      ...{ publisherId, existing, id, email: request.email, calendars },
      ...{ request: toStore(request), confirmed: terms.vouched },
      lastRequest: fingerprint && `${fingerprint} ${link.number}`,
    }
    await mergeRequest(tx, merge, revision)
    if (!terms.vouched) await noteLanguage(tx, publisherId, id, terms.language, revision)
    return { link, outcome: existing ? 'added' : 'joined' }
  })
}

function toStore({ widgetId, application, profile, referringPage, state }: SubscribeRequest): StoredRequest {
  return { widgetId, application, profile, ...(referringPage && { referringPage }), ...(state && { state }) }
}

/** Returns the link that an identical request got shortly before. */
async function findRepeated(
  tx: Db,
  publisherId: number,
  { email, calendarIds }: SubscribeRequest,
  fingerprint: string,
  existing: Subscriber | undefined,
  { at }: Revision,
): Promise<LinkTarget | undefined> {
  const [last, number] = existing?.profile.lastRequest?.split(' ') ?? []
  if (existing?.active && last === fingerprint) {
    const { id } = existing
    const link = await findLink(tx, publisherId, id, Number(number))
    const followed = await listSubscribedCalendarIds(tx, publisherId, id)
    if (
      link &&
      isLive(link) &&
      at - link.created < REPEAT_MS &&
      calendarIds.every((own) => followed.includes(own))
    )
      return { publisherId, id, number: link.number }
  }
  for (const pending of await listRequestsByEmail(tx, publisherId, email)) {
    const { subscriberId: id, number } = pending
    if (pending.fingerprint !== fingerprint || at - pending.created >= REPEAT_MS) continue
    const link = await findLink(tx, publisherId, id, number)
    if (link && isPending(link)) return { publisherId, id, number }
  }
  return undefined
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
