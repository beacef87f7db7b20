import { CANCELLED_MARK } from '../publishers/cancelled-mark.ts'

/** How a publisher has events told that are called off. */
export interface CalledOff {
  mode: 'remove' | 'strike' | 'mark'
  /** Empty: `Cancelled`. */
  mark: string
}

/** What subscribers get to see of an event that is called off. */
export function calledOffText({ mode, mark }: CalledOff): string {
  if (mode === 'remove') return 'It is called off, and disappears from the calendars of subscribers.'
  return mode === 'mark'
    ? `It is called off. The title says so to everybody: “${mark || CANCELLED_MARK}: …”. Reminders are taken away.`
    : 'It is called off. Apple strikes it through, Google hides it, and Outlook may show it as before.'
}
