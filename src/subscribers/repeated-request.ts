import type { Db } from '../db/database.ts'
import type { LinkTarget } from '../links/links.ts'
import type { Revision } from '../revisions/revision.ts'
import { isLive, isPending, type LinkRequest } from './feed-link.ts'
import { findLinksOfMany, linkKey } from './link-store.ts'
import type { Subscriber } from './subscriber.ts'
import { calendarIdsOfMany } from './subscription-store.ts'

/** A request with the same `Idempotency-Key` within this time is a second click. */
const REPEAT_MS = 3_600_000

/** A request to subscribe that may have been sent before. */
export interface Repeatable {
  /** Equal for a second click; empty: it has no key, and is none. */
  fingerprint: string
  calendarIds: string[]
  /** The subscriber with its address. */
  existing: Subscriber | undefined
  /** The requests of its address that wait to be confirmed, the newest first. */
  waiting: LinkRequest[]
}

/** Returns for each request the link that an identical one got shortly before, or undefined. */
export async function findRepeated(
  tx: Db,
  publisherId: number,
  requests: Repeatable[],
  { at }: Revision,
): Promise<(LinkTarget | undefined)[]> {
  const earlier = requests.map(earlierOf)
  const ids = [...new Set(earlier.flat().map(({ id }) => id))]
  const links = await findLinksOfMany(tx, publisherId, ids)
  const followed = await calendarIdsOfMany(tx, publisherId, ids)
  return requests.map(({ calendarIds }, i) => {
    const repeated = earlier[i]!.find(({ id, number, counted }) => {
      const link = links.get(linkKey(id, number))
      if (!link || at - link.created >= REPEAT_MS) return false
      if (!counted) return isPending(link)
      return isLive(link) && calendarIds.every((own) => followed.get(id)?.includes(own))
    })
    return repeated && { publisherId, id: repeated.id, number: repeated.number }
  })
}

interface Earlier {
  id: string
  number: number
  /** False: it waits to be confirmed. */
  counted: boolean
}

/** Returns the links that identical requests got, without a look at the links. */
function earlierOf({ fingerprint, existing, waiting }: Repeatable): Earlier[] {
  if (fingerprint === '') return []
  const [last, number] = existing?.profile.lastRequest?.split(' ') ?? []
  const counted =
    existing?.active && last === fingerprint
      ? [{ id: existing.id, number: Number(number), counted: true }]
      : []
  const pending = waiting.filter((request) => request.fingerprint === fingerprint)
  return [...counted, ...pending.map(({ subscriberId: id, number }) => ({ id, number, counted: false }))]
}
