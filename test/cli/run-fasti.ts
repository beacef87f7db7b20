import { execFile } from 'node:child_process'
import type { Config } from '../../src/config.ts'

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** Shorter than a test may take, so that a command that does not end is ended, and not left behind. */
const LIMIT_MS = 80_000

/**
 * Runs the program as a user would, from the command line. `input` is what it can read of standard input. It is ended
 * after `limitMs`.
 */
export function runFasti(
  args: string[],
  env: NodeJS.ProcessEnv,
  input = '',
  limitMs = LIMIT_MS,
): Promise<Ran> {
  return runNode(['src/main.mjs', ...args], env, input, process.cwd(), limitMs)
}

/** Runs a file of this project, or of the copy of it in `cwd`. */
export function runNode(
  args: string[],
  env: NodeJS.ProcessEnv,
  input = '',
  cwd = process.cwd(),
  limitMs = LIMIT_MS,
): Promise<Ran> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd, env: { PATH: process.env.PATH, ...env }, timeout: limitMs, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => done({ code: error ? Number(error.code ?? NaN) : 0, stdout, stderr }),
    )
    child.stdin!.end(input)
  })
}

/** The environment of a program that shares a test app's database. */
export function environmentOf({ db, dataDir }: Config): NodeJS.ProcessEnv {
  return { DATABASE_URL: db.kind === 'sqlite' ? `sqlite:${db.file}` : db.url, FASTI_DATA: dataDir }
}
