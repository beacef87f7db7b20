import type { ChildProcess } from 'node:child_process'

/** What a process tells the primary. */
export type Report =
  | { fasti: 'prepared' }
  | { fasti: 'started'; address: string | undefined }
  /** It can't start, by a setting; `reason` is one line. */
  | { fasti: 'refused'; reason: string }

/** What the primary tells a process: it may begin. */
export interface Begin {
  fasti: 'begin'
  /** Whether what is to be done once is this process's. */
  first: boolean
}

type Message = Report | Begin

/** Sends a message to the other end, and resolves when it is on its way. Nobody is left to hear it: that is fine too. */
export function tell(
  other: Pick<ChildProcess, 'send' | 'connected'> | NodeJS.Process,
  message: Message,
): Promise<void> {
  return new Promise((sent) => {
    if (!other.connected) return sent()
    other.send!(message, undefined, undefined, () => sent())
  })
}

/** Whether what came is one of ours: libraries send messages of their own. */
export function isOurs(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'fasti' in message
}
