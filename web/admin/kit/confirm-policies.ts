import type { ConfirmPolicy } from '../../../src/publishers/publisher.ts'

interface PolicyChoice {
  value: ConfirmPolicy
  label: string
  text: string
}

/** When people have to confirm by e-mail, in words. */
export const CONFIRM_POLICIES: PolicyChoice[] = [
  {
    value: 'known',
    label: 'Only addresses that are already subscribed',
    text: 'A new address is subscribed at once. For one that is subscribed, nothing is shown or changed before its owner confirms.',
  },
  {
    value: 'always',
    label: 'Every address',
    text: 'Until its owner confirms, a new address gets the public calendars only, is not in your list, and callbacks are not notified. We recommend this if you send private events.',
  },
]
