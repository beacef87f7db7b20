import type { UndoAnswer } from '../../../src/http/admin/events-schemas.ts'
import { send } from './api.ts'
import { readAgain } from './data.ts'
import { count, counted } from './format.ts'
import { done, failed, warn } from './toast.tsx'

type Left = UndoAnswer['data']['left'][number]

const WHY: Record<Left['why'], string> = {
  changed: 'changed since then',
  deleted: 'deleted since then',
  calendar: 'the calendar it was in is gone',
  refused: 'it would not be valid any more',
}

/** Takes back a change of many events, the last portion first, and says what could not be put back. */
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
    await readAgain('/events', '/reference-types', '/audit-log')
  }
  tellUndone(sum)
}

/** For a button in a message, where there is no dialog to show a refusal in. */
export function undoInPassing(changes: string[]): void {
  undoChanges(changes).catch(failed)
}

const MOST_NAMED = 8

/** Says what came of undoing a change of several events. */
export function tellUndone({
  restored,
  leftAlone,
  left,
}: {
  restored: number
  leftAlone: number
  left: Pick<Left, 'name' | 'why'>[]
}): void {
  const text = `${counted(restored, 'event is as it was', 'events are as they were')}`
  if (leftAlone === 0) return done(text)
  const named = left.slice(0, MOST_NAMED).map(({ name, why }) => `${name}: ${WHY[why]}`)
  const others = leftAlone - named.length
  warn(`${text}, ${count(leftAlone)} ${leftAlone === 1 ? 'was' : 'were'} left alone`, [
    ...named,
    ...(others > 0 ? [`and ${counted(others, 'other', 'others')}`] : []),
  ])
}
