import { setTimeout as sleep } from 'node:timers/promises'

/** Rows that go in one step. */
export const AT_ONCE = 500
const PAUSE_MS = 20

/**
 * Forgets in small steps that let others write in between. `step` forgets up to `AT_ONCE` and answers how many; less
 * is the end.
 */
export async function inSteps(signal: AbortSignal, step: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await step()) === AT_ONCE) await sleep(PAUSE_MS)
}
