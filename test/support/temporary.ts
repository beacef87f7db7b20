import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH = 2 * 1024 ** 3

/**
 * A directory for what a test leaves nothing of: in memory where there is enough, because a PostgreSQL database is
 * hundreds of files and disks take their time over making them. A benchmark that is about disks asks for one.
 */
export function temporaryDirectory(prefix: string, { onDisk = false } = {}): string {
  return mkdtempSync(join(!onDisk && hasRoom(MEMORY) ? MEMORY : tmpdir(), prefix))
}

function hasRoom(directory: string) {
  try {
    accessSync(directory, constants.W_OK)
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize > ENOUGH
  } catch {
    return false
  }
}
