import type { Problem } from './api.ts'
import { inSeconds } from './dates.ts'
import { say, words } from './page.ts'

/** A wait of up to this many seconds is one that people sit through. */
export const SHORT_WAIT = 120

/** The general message for a problem. */
export function problemText(problem: Problem): string {
  switch (problem.kind) {
    case 'too-many':
      return problem.seconds <= SHORT_WAIT
        ? words.common.tooMany
        : say(words.common.tryLater, { when: inSeconds(problem.seconds) })
    case 'no-connection':
      return words.common.noConnection
    default:
      return words.common.failed
  }
}
