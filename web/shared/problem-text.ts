import type { Problem } from './api.ts'
import { words } from './page.ts'

/** What went wrong, where the page has nothing more particular to say. */
export function problemText(problem: Problem): string {
  switch (problem.kind) {
    case 'too-many':
      return words.common.tooMany
    case 'no-connection':
      return words.common.noConnection
    default:
      return words.common.failed
  }
}
