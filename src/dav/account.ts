import type { AppContext } from '../context.ts'
import type { SubscriberState } from '../feeds/feed-states.ts'
import { endOf } from '../feeds/personal-feed.ts'
import { readPassword } from '../links/device-password.ts'
import type { LinkOwner, LinkTarget } from '../links/links.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { findPublisher } from '../publishers/publisher-store.ts'
import { findErased } from '../subscribers/erased-store.ts'
import { type Language, languageFrom } from '../words/index.ts'

/** An account of a subscriber, as one of their devices opens it. */
export type DavAccount = LiveAccount | EndedAccount

interface AnyAccount {
  /** Its part of the paths: the same for all devices of a person, and no id of theirs. */
  id: string
  /** The link of the device. */
  target: LinkTarget
  publisher: Publisher
  language: Language
}

export interface LiveAccount extends AnyAccount {
  ended: undefined
  state: SubscriberState
  /** The account has all changes up to this revision of the publisher. */
  revision: number
}

/** The account of a person who left. It shows one event that says so, for 30 days. */
export interface EndedAccount extends AnyAccount {
  /** When they left (epoch ms), and the id in the `UID` of the event. */
  ended: { at: number; uid: string }
}

type AccountContext = Pick<AppContext, 'db' | 'links' | 'feeds' | 'now'>

/** An account says for this long that the person has left. Then devices are refused. */
const ENDED_MS = 30 * 86_400_000

/** Returns the link of the device with this password; undefined unless we made it. Asks no database. */
export function deviceOf({ links }: Pick<AppContext, 'links'>, password: string): LinkTarget | undefined {
  const token = readPassword(password)
  return token === undefined ? undefined : links.read('device', token)
}

/** Opens the account of a device. Undefined: the device was revoked, or the person left long ago. */
export async function openAccount(ctx: AccountContext, target: LinkTarget): Promise<DavAccount | undefined> {
  const known = await ctx.feeds.state(target)
  const id = accountId(ctx, target)
  if (!known) return openErased(ctx, target, id)
  const { state, publisher, revision } = known
  if (state.pending || state.link_ended_at !== null) return undefined
  const account = { id, target, publisher, language: languageFrom(state.language) }
  const endedAt = endOf(state)
  if (endedAt === undefined) return { ...account, ended: undefined, state, revision }
  return withinTime(ctx, { ...account, ended: { at: endedAt, uid: state.private_calendar_id } })
}

/** The part of an account's paths that stands for a subscriber. */
export function accountId({ links }: Pick<AppContext, 'links'>, owner: LinkOwner): string {
  return links.opaqueId('account', owner)
}

/** An erased person has no devices any more, but applications still show the events. */
async function openErased(
  ctx: AccountContext,
  target: LinkTarget,
  id: string,
): Promise<DavAccount | undefined> {
  const erased = await findErased(ctx.db, target.publisherId, target.id)
  const publisher = erased && (await findPublisher(ctx.db, target.publisherId))
  if (!publisher) return undefined
  const ended = { at: erased.endedAt, uid: erased.privateCalendarId }
  return withinTime(ctx, { id, target, publisher, language: languageFrom(''), ended })
}

function withinTime(ctx: AccountContext, account: EndedAccount): EndedAccount | undefined {
  return ctx.now() - account.ended.at <= ENDED_MS ? account : undefined
}
