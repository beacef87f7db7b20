import type { Db } from '../db/database.ts'
import { eachAlone } from '../db/each-alone.ts'
import { transact } from '../db/transact.ts'
import { type ClickedLink, clicksOf, saveClickedLinks } from './clicked-link-store.ts'
import { type Count, quarterOf } from './statistic.ts'
import { addCounts } from './statistic-store.ts'

/** Counts clicks in memory and writes them in batches, so that a click needs no write. */
export interface ClickCounter {
  /** `link` is undefined for a link of a private event. */
  count(publisherId: number, link: ClickedLink | undefined): void
  flush(): Promise<void>
}

interface Clicks {
  publisherId: number
  link: ClickedLink | undefined
  /** Epoch ms. */
  at: number
  clicks: number
}

export function createClickCounter(db: Db, now: () => number): ClickCounter {
  let pending = new Map<string, Clicks>()
  const add = (clicks: Clicks) => {
    const key = `${clicks.publisherId} ${clicks.at} ${clicksOf(clicks.link)}`
    const counted = pending.get(key)
    pending.set(key, counted ? { ...counted, clicks: counted.clicks + clicks.clicks } : clicks)
  }
  return {
    count: (publisherId, link) => add({ publisherId, link, at: quarterOf(now()), clicks: 1 }),
    async flush() {
      if (pending.size === 0) return
      const byPublisher = Map.groupBy(pending.values(), ({ publisherId }) => publisherId)
      pending = new Map()
      try {
        await eachAlone(byPublisher, async ([publisherId, clicks]) => {
          await transact(db, async (tx) => {
            await addCounts(tx, publisherId, clicks.flatMap(countsOf))
            await saveClickedLinks(tx, publisherId, linksOf(clicks))
          })
          byPublisher.delete(publisherId)
        })
      } finally {
        // The next flush writes what is left.
        for (const left of byPublisher.values()) left.forEach(add)
      }
    },
  }
}

function countsOf({ link, at, clicks }: Clicks): Count[] {
  return [
    { name: 'clicks', at, value: clicks },
    { name: clicksOf(link), at, value: clicks },
  ]
}

/** Each link once, with its last names. */
function linksOf(clicks: Clicks[]): ClickedLink[] {
  const links = clicks.flatMap(({ link }) => link ?? [])
  return [...new Map(links.map((link) => [clicksOf(link), link])).values()]
}
