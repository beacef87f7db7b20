import { format } from 'node:util'
import { vi } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import type { Ran } from './run-fasti.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs the program as `runFasti` does, but within this process, which spares the start of one. Tests of
 * signals, and of refusals by commander itself, need a process of their own. One runs after the other.
 */
export function runHere(args: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const ran = last.then(() => run(args, env))
  last = ran.catch(() => {})
  return ran
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const written = { stdout: '', stderr: '' }
  const take = (stream: 'stdout' | 'stderr') => (text: unknown) => Boolean((written[stream] += String(text)))
  const say =
    (stream: 'stdout' | 'stderr') =>
    (...parts: unknown[]) => {
      written[stream] += `${format(...parts)}\n`
    }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(take('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(take('stderr')),
    vi.spyOn(console, 'log').mockImplementation(say('stdout')),
    vi.spyOn(console, 'error').mockImplementation(say('stderr')),
  ]
  const { env: ownEnv, exitCode } = process
  process.env = { PATH: ownEnv.PATH, ...env }
  process.exitCode = undefined
  try {
    await runProgram(args)
    return { code: Number(process.exitCode ?? 0), ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
    process.env = ownEnv
    process.exitCode = exitCode
  }
}
