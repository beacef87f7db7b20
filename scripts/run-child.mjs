import { spawn } from 'node:child_process'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a command, forwards termination signals to it, and returns its exit code and signal. */
export function runChild(command, args, options) {
  const child = spawn(command, args, options)
  const forwarded = new Set()
  const forward = (signal) => {
    // In a terminal Ctrl-C also reaches the child directly, and npm repeats the signals it gets.
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
