import type { ComponentChildren } from 'preact'
import { AlertIcon, DoneIcon, InfoIcon } from './icons.tsx'

const ICONS = { ok: DoneIcon, bad: AlertIcon, info: InfoIcon }

/**
 * A message that screen readers announce. Insert it when there is something to say, into an existing element.
 */
export function Notice({ kind, children }: { kind: keyof typeof ICONS; children: ComponentChildren }) {
  const Icon = ICONS[kind]
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon />
      <div>{children}</div>
    </div>
  )
}
