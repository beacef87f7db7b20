import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { CannotProve } from './proof.ts'

/** A small disk in memory at `folder`, which is made; gone at the end. Throws CannotProve where we may not. */
export function smallDisk(folder: string, size: string): Disposable {
  return mounted(folder, ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
}

/** Shows `source` at `folder`, where nothing can be written. */
export function readOnlyView(source: string, folder: string): Disposable {
  return mounted(folder, ['--bind', '-o', 'ro', source, folder])
}

function mounted(folder: string, args: string[]): Disposable {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new CannotProve('only root may mount, and only on Linux')
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' })
  if (status !== 0) throw new CannotProve(`mount: ${stderr?.trim()}`)
  const unmount = () => void spawnSync('umount', ['--lazy', folder])
  // Before the folders around it are removed.
  process.prependListener('exit', unmount)
  return {
    [Symbol.dispose]() {
      process.off('exit', unmount)
      unmount()
    },
  }
}
