import { once } from 'node:events'
import { chmod, readFile, truncate, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dataFolder, startService } from '../support/service-process.ts'
import { runFasti } from './run-fasti.ts'

/** The start has to fail, and to say why in one line. */
async function refusal(settings: Record<string, string>) {
  const { stderr, ...outcome } = await runFasti(['serve'], { PORT: '0', ...settings })
  expect(outcome).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^fasti: [^\n]+\n$/)
  return stderr
}

async function databaseIn(folder: string): Promise<string> {
  const file = join(folder, 'fasti.db')
  const args = ['publisher', 'create', '--email', 'owner@example.com', '--company', 'City Rugby', '--json']
  expect((await runFasti(args, { FASTI_DATA: folder })).code).toBe(0)
  return file
}

describe('starting the service', () => {
  it('begins with an empty folder, logs where it listens and how to create a publisher', async () => {
    const service = await startService({ FASTI_DATA: join(await dataFolder(), 'new') })
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    expect(service.log.find((entry) => entry.msg === 'listening')).toMatchObject({ database: 'sqlite' })
    expect(service.log.some((entry) => entry.msg.includes('publisher create'))).toBe(true)
    service.signal('SIGINT')
    expect(await service.ended()).toBe(0)
  })

  // `src/config.test.ts` knows more values; each setting here goes the whole way.
  it.each([
    ['PORT', '80.5'],
    ['HOST', '192.0.2.1'],
    ['FASTI_URL', 'ftp://fasti.example'],
    ['FASTI_TRUST_PROXY', 'yes'],
    ['FASTI_DATA', '/dev/null/data'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://127.0.0.1:1/nobody'],
    ['FASTI_BATCH_INTERVAL_MS', '2s'],
    ['FASTI_ALLOW_PRIVATE_CALLBACKS', 'yes'],
    ['FASTI_WEBHOOK_RETRY_SECONDS', 'soon'],
    ['FASTI_FEED_CACHE_MB', '0'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_PRETTY', 'yes'],
  ])('names %s when its value is of no use: %s', async (name, value) => {
    expect(await refusal({ FASTI_DATA: await dataFolder(), [name]: value })).toContain(name)
  })

  it('keeps the password of a database out of what it says', async () => {
    const url = 'postgres://fasti:s3cret@127.0.0.1:1/fasti'
    expect(await refusal({ FASTI_DATA: await dataFolder(), DATABASE_URL: url })).not.toContain('s3cret')
  })

  it('says when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await refusal({ FASTI_DATA: await dataFolder(), PORT: `${port}` })).toMatch(
      `PORT: can't listen on 127.0.0.1:${port} (EADDRINUSE)`,
    )
  })

  it('leaves a file alone that is no database', async () => {
    const file = join(await dataFolder(), 'fasti.db')
    await writeFile(file, 'This is a letter to my aunt, who keeps bees.\n'.repeat(100))
    const before = await readFile(file)
    expect(await refusal({ DATABASE_URL: `sqlite:${file}` })).toContain('file is not a database')
    expect(await readFile(file)).toEqual(before)
  })

  it('leaves a database alone that was cut short, or emptied', async () => {
    const file = await databaseIn(await dataFolder())
    for (const [length, reason] of [
      [40_960, 'malformed'],
      [100, 'malformed'],
      [0, 'the file is empty, but was a database'],
    ] as const) {
      await truncate(file, length)
      const before = await readFile(file)
      expect(await refusal({ DATABASE_URL: `sqlite:${file}` })).toContain(reason)
      expect(await readFile(file)).toEqual(before)
    }
  })

  it('leaves a database alone that a newer version made', async () => {
    const file = await databaseIn(await dataFolder())
    const database = new DatabaseSync(file)
    database.exec("insert into kysely_migration values ('999-from-the-future', '2030-01-01T00:00:00.000Z')")
    database.close()
    const before = await readFile(file)
    expect(await refusal({ DATABASE_URL: `sqlite:${file}` })).toContain('made by a newer version')
    expect(await readFile(file)).toEqual(before)
  })

  it('starts although the counts of requests were damaged', async () => {
    const folder = await dataFolder()
    const file = await databaseIn(folder)
    await writeFile(`${file}-limits`, 'x'.repeat(9000))
    const service = await startService({ FASTI_DATA: folder })
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    await service.kill()
  })

  it('says when it may not write its data', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write everywhere')
    const folder = await dataFolder()
    await chmod(folder, 0o500)
    expect(await refusal({ FASTI_DATA: folder })).toContain(folder)
  })
})
