import type { UndoAnswer } from '../../../src/http/admin/many-events-schemas.ts'
import { words } from '../words/index.ts'
import { send } from './api.ts'
import { readAgain } from './data.ts'
import { say, sayCount } from './say.tsx'
import { done, failed, warn } from './toast.tsx'

type Left = UndoAnswer['data']['left'][number]

export const WHY: Record<Left['why'], string> = {
  changed: words.kit.whyChanged,
  deleted: words.kit.whyDeleted,
  calendar: words.kit.whyCalendar,
  refused: words.kit.whyRefused,
  there: words.kit.whyThere,
  reference: words.kit.whyReference,
  series: words.kit.whySeries,
}

/** Undoes a bulk change, its last part first, and shows which events could not be restored. */
export async function undoChanges(changes: string[]): Promise<void> {
  const sum = { restored: 0, leftAlone: 0, left: [] as Left[] }
  try {
    for (const change of changes.toReversed()) {
      const { data } = await send<UndoAnswer>('POST', `/event-changes/${change}/undo`)
      sum.restored += data.restored
      sum.leftAlone += data.leftAlone
      sum.left.push(...data.left)
    }
  } finally {
    await readAgain(
      ...['/events', '/event-changes', '/subscribers', '/calendars', '/reference-types', '/audit-log'],
    )
  }
  showUndoResult(sum)
}

/** The same for an undo button in a toast, where an error becomes another toast. */
export function undoFromToast(changes: string[]): void {
  undoChanges(changes).catch(failed)
}

const MAX_NAMES = 8

/** Shows the result of undoing a change of several events. */
export function showUndoResult({
  restored,
  leftAlone,
  left,
}: {
  restored: number
  leftAlone: number
  left: Pick<Left, 'name' | 'why'>[]
}): void {
  const text = sayCount(words.kit.restored, restored)
  if (leftAlone === 0) return done(text)
  const named = left
    .slice(0, MAX_NAMES)
    .map(({ name, why }) => say(words.kit.whyLeft, { name, why: WHY[why] }))
  const others = leftAlone - named.length
  warn(sayCount(words.kit.leftAlone, leftAlone, { restored: text }), [
    ...named,
    ...(others > 0 ? [sayCount(words.kit.andOthers, others)] : []),
  ])
}
