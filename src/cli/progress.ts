import type { WriteStream } from 'node:tty'

const WIDTH = 30
const TO_THE_END = '\u001b[K'

/**
 * Shows the progress of a command on standard error: a bar on a terminal, and otherwise (in a log file) a
 * line for every tenth. Call the returned function with the number of processed items. It ends at `total`;
 * later calls show nothing. `counts` replaces the default "x of y".
 */
export function startProgress(
  label: string,
  total: number,
  out: Pick<WriteStream, 'isTTY' | 'write'> = process.stderr,
): (done: number, counts?: string) => void {
  let shownTenths = 0
  let ended = false
  return (done, counts = `${done} of ${total}`) => {
    const part = total === 0 ? 1 : Math.min(1, done / total)
    if (ended) return
    ended = part === 1
    const numbers = `${Math.floor(part * 100)} % (${counts})`
    if (out.isTTY) {
      const full = Math.round(part * WIDTH)
      const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`
      // Clears the rest of a longer line.
      out.write(`\r${label} ${bar} ${numbers}${TO_THE_END}${part === 1 ? '\n' : ''}`)
    } else if (Math.floor(part * 10) > shownTenths) {
      shownTenths = Math.floor(part * 10)
      out.write(`${label} ${numbers}\n`)
    }
  }
}

/** `12,000 records, 480/s, 3 min left`: the rate, and the remaining time at that rate. */
export function describePace(what: string, count: number, part: number, seconds: number): string {
  const pace = [`${count.toLocaleString('en')} ${what}`]
  if (seconds > 0) pace.push(`${Math.round(count / seconds).toLocaleString('en')}/s`)
  if (part > 0 && part < 1) pace.push(`${describeSeconds((seconds / part) * (1 - part))} left`)
  return pace.join(', ')
}

/** `40 s`, `3 min`, `2 h 5 min`. */
export function describeSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
