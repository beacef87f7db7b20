import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotProve } from './proof.ts'

const LIBRARY = '/usr/lib/*/faketime/libfaketimeMT.so.1'

/** The clock of a process that is started with `env`. */
export interface FakeTime {
  env: Record<string, string>
  /** Sets the clock to the right time and this many milliseconds. */
  set: (offset: number) => void
  /** Moves the clock on by this many milliseconds, or back. */
  pass: (ms: number) => void
  /** The process's time, epoch milliseconds. */
  now: () => number
}

/** Makes a clock that can be set, kept in a file of `folder`. Monotonic time goes on as it is. */
export function fakeTime(folder: string): FakeTime {
  const file = join(folder, 'time')
  let offset = 0
  const set = (ms: number) => {
    offset = ms
    writeFileSync(file, `${ms < 0 ? '' : '+'}${ms / 1000}\n`)
  }
  set(0)
  const env = {
    LD_PRELOAD: findLibrary(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { env, set, pass: (ms) => set(offset + ms), now: () => Date.now() + offset }
}

function findLibrary(): string {
  const [library] = globSync(LIBRARY)
  if (!library) throw new CannotProve('libfaketime is not installed')
  return library
}
