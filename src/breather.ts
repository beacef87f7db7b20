import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds that long work may hold up everybody else. */
const AT_A_STRETCH = 20

/** What long work awaits now and then: it lets others in once the work has held them up for a while. */
export function breather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < AT_A_STRETCH) return
    await nextTurn()
    since = performance.now()
  }
}
