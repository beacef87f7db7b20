import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Figure, figureDay, type FigureName } from './figure.ts'
import { addToFigures } from './figure-store.ts'

/** Counts in memory and writes it together, so that what is counted costs no write of its own. */
export interface FigureCounter {
  count(publisherId: number, name: FigureName): void
  /** Writes what was counted. */
  flush(): Promise<void>
}

export function createFigureCounter(db: Db, now: () => number): FigureCounter {
  let pending = new Map<string, Figure & { publisherId: number }>()
  const add = (publisherId: number, figure: Figure) => {
    const key = `${publisherId} ${figure.name} ${figure.day}`
    const counted = pending.get(key)
    if (counted) counted.value += figure.value
    else pending.set(key, { publisherId, ...figure })
  }
  return {
    count: (publisherId, name) => add(publisherId, { name, day: figureDay(now()), value: 1 }),
    async flush() {
      if (pending.size === 0) return
      const byPublisher = Map.groupBy(pending.values(), ({ publisherId }) => publisherId)
      pending = new Map()
      for (const [publisherId, figures] of byPublisher) {
        try {
          await transact(db, (tx) => addToFigures(tx, publisherId, figures))
          byPublisher.delete(publisherId)
        } catch (error) {
          // What is not written goes in next time.
          for (const [id, left] of byPublisher) for (const figure of left) add(id, figure)
          throw error
        }
      }
    },
  }
}
