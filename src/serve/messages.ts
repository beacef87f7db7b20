import type { ChildProcess } from 'node:child_process'

/** Messages of a process to the primary. */
export type Report =
  | { fasti: 'prepared' }
  | { fasti: 'started'; address: string | undefined }
  /** It can't start because of a setting; `reason` is one line. */
  | { fasti: 'refused'; reason: string }

/** The primary's message that a process may begin. */
export interface Begin {
  fasti: 'begin'
  /** True for the process that runs singleton jobs. */
  first: boolean
}

type Message = Report | Begin

/** Sends a message, and resolves when it was sent. Does nothing if the other process is gone. */
export function sendMessage(
  other: Pick<ChildProcess, 'send' | 'connected'> | NodeJS.Process,
  message: Message,
): Promise<void> {
  return new Promise((sent) => {
    if (!other.connected) return sent()
    other.send!(message, undefined, undefined, () => sent())
  })
}

/** True for our messages: libraries send others. */
export function isFastiMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'fasti' in message
}
