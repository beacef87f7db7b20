import { CANCELLED_MARK } from '../publishers/cancelled-mark.ts'

/** How a publisher's feeds show cancelled events. */
export interface CancelledDisplay {
  mode: 'remove' | 'strike' | 'mark'
  /** The word in front of the title; empty means `Cancelled`. */
  mark: string
}

/** Describes how subscribers see a cancelled event. */
export function cancelledText({ mode, mark }: CancelledDisplay): string {
  if (mode === 'remove') return 'It is cancelled, and disappears from the calendars of subscribers.'
  return mode === 'mark'
    ? `It is cancelled. The title says so to everybody: “${mark || CANCELLED_MARK}: …”. Its reminders are removed.`
    : 'It is cancelled. Apple strikes it through, Google hides it, and Outlook may show it as before.'
}
