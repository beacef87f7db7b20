import { setTimeout as sleep } from 'node:timers/promises'

/** Rows that one step deletes. */
export const AT_ONCE = 500
const PAUSE_MS = 20

/**
 * Deletes in small steps, with pauses for other writers. `step` deletes up to `AT_ONCE` rows and returns
 * their number; a smaller number is the end.
 */
export async function inSteps(signal: AbortSignal, step: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await step()) === AT_ONCE) await sleep(PAUSE_MS)
}
