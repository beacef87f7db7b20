import type { WriteStream } from 'node:tty'

const WIDTH = 30

/**
 * Shows on standard error how far a command is: a bar that grows, or where nobody watches (a log file) a line
 * for every tenth. Call what it returns with the number done; at `total` it ends.
 */
export function startProgress(
  label: string,
  total: number,
  out: Pick<WriteStream, 'isTTY' | 'write'> = process.stderr,
): (done: number) => void {
  let shownTenths = 0
  return (done) => {
    const part = total === 0 ? 1 : Math.min(1, done / total)
    const numbers = `${Math.floor(part * 100)} % (${done} of ${total})`
    if (out.isTTY) {
      const full = Math.round(part * WIDTH)
      out.write(
        `\r${label} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${numbers}${part === 1 ? '\n' : ''}`,
      )
    } else if (Math.floor(part * 10) > shownTenths) {
      shownTenths = Math.floor(part * 10)
      out.write(`${label} ${numbers}\n`)
    }
  }
}
