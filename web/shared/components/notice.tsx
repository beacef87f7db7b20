import type { ComponentChildren } from 'preact'
import { AlertSign, DoneSign, InfoSign } from './icons.tsx'

const SIGNS = { ok: DoneSign, bad: AlertSign, info: InfoSign }

/** Says what happened, aloud too. Give it when it has something to say, in a place that was there before. */
export function Notice({ kind, children }: { kind: keyof typeof SIGNS; children: ComponentChildren }) {
  const Sign = SIGNS[kind]
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Sign />
      <div>{children}</div>
    </div>
  )
}
