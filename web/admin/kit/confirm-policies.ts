import type { ConfirmPolicy } from '../../../src/publishers/publisher.ts'
import { words } from '../words/index.ts'

interface PolicyChoice {
  value: ConfirmPolicy
  label: string
  text: string
}

/** When people have to confirm by e-mail, in words. */
export const CONFIRM_POLICIES: PolicyChoice[] = [
  {
    value: 'known',
    label: words.kit.confirmKnown,
    text: words.kit.confirmKnownText,
  },
  {
    value: 'always',
    label: words.kit.confirmAlways,
    text: words.kit.confirmAlwaysText,
  },
]
