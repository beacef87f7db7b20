import { spawn } from 'node:child_process'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a command, passing on the signals that end this process, and says how it ended. */
export function runChild(command, args, options) {
  const child = spawn(command, args, options)
  const forwarded = new Set()
  const forward = (signal) => {
    // Ctrl-C in a terminal reaches the child by itself, and npm repeats the signals it gets.
    if (forwarded.has(signal) || (signal === 'SIGINT' && process.stdin.isTTY)) return
    forwarded.add(signal)
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, forward)
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, forward)
      done({ code, signal })
    })
  })
}
