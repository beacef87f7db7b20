import { type Counted, words } from '../words/index.ts'
import { sayCount } from './say.tsx'

const BEFORE: Record<string, Counted> = {
  M: words.kit.minutesBefore,
  H: words.kit.hoursBefore,
  D: words.kit.daysBefore,
}

/** `15 minutes before`, for a reminder such as `15M`. */
export function reminderText(offset: string): string {
  const amount = Number.parseInt(offset)
  return amount === 0 ? words.kit.atStart : sayCount(BEFORE[offset.at(-1)!]!, amount)
}
