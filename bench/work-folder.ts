import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on disk for one benchmark. It is gone at the end, also when the run is broken off. */
export function workFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'fasti-bench-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  process.on('exit', remove)
  return {
    path,
    [Symbol.dispose]() {
      process.off('exit', remove)
      remove()
    },
  }
}
