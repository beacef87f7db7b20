import { execFile } from 'node:child_process'
import type { Config } from '../../src/config.ts'

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** Runs the program as a user would, from the command line. */
export function runFasti(args: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['src/main.ts', ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

/** The environment of a program that shares a test app's database. */
export function environmentOf({ db, dataDir }: Config): NodeJS.ProcessEnv {
  return { DATABASE_URL: db.kind === 'sqlite' ? `sqlite:${db.file}` : db.url, FASTI_DATA: dataDir }
}
