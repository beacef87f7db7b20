/** Long work pauses after this many milliseconds, so that waiting requests can run. */
const STRETCH_MS = 5

const paused: (() => void)[] = []

/**
 * Lets other requests run before long work continues. Each turn of the event loop resumes only one paused
 * caller, so that ten of them delay a request no longer than one.
 */
export function pause(): Promise<void> {
  return new Promise((resume) => {
    paused.push(resume)
    if (paused.length === 1) setImmediate(resumeNext)
  })
}

function resumeNext(): void {
  paused.shift()!()
  if (paused.length > 0) setImmediate(resumeNext)
}

/**
 * Returns a `pause` for short steps of long work. It pauses only if the work has run for some milliseconds.
 */
export function pauser(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < STRETCH_MS) return
    await pause()
    since = performance.now()
  }
}
