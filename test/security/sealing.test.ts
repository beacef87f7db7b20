import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPublisher } from '../../src/accounts/create-publisher.ts'
import { readConfig } from '../../src/config.ts'
import { openContext } from '../../src/context.ts'
import { transact } from '../../src/db/transact.ts'
import { ConfigError } from '../../src/errors.ts'
import { saveImportSource } from '../../src/imports/import-source-store.ts'
import { listImportSources } from '../../src/imports/import-source-store.ts'
import { findApiKey } from '../../src/publishers/api-key-store.ts'
import { createSealer, SealError } from '../../src/seal/sealer.ts'
import { newUser } from '../../src/users/invite.ts'
import { newTotpSecret } from '../../src/users/totp.ts'
import { insertUser, listUsers, updateTotp } from '../../src/users/user-store.ts'
import { listCallbacks } from '../../src/webhooks/callback-store.ts'
import { addCallback } from '../../src/webhooks/save-callback.ts'
import { runFasti } from '../cli/run-fasti.ts'
import { DATABASES, type FreshDatabase, freshDatabaseUrl } from '../support/databases.ts'

const newKey = () => randomBytes(32).toString('base64')
const OWNER = { email: 'owner@example.com', firstName: '', lastName: '', company: 'Club', timezone: 'UTC' }
const ADDRESS = 'https://someone:hunter2@example.com/private.ics'

describe('a sealer', () => {
  const [old, now] = [randomBytes(32), randomBytes(32)]

  it('opens what it sealed, in its place only', () => {
    const sealer = createSealer([now])
    const sealed = sealer.seal(['api_key.secret', 1, 'a'], 'sesame')
    expect(sealed).not.toContain('sesame')
    expect(sealer.seal(['api_key.secret', 1, 'a'], 'sesame')).not.toBe(sealed)
    expect(sealer.open(['api_key.secret', 1, 'a'], sealed)).toBe('sesame')
    for (const place of [
      ['api_key.secret', 1, 'b'],
      ['api_key.secret', 11, 'a'],
      ['user.totp', 1, 'a'],
    ])
      expect(() => sealer.open(place, sealed)).toThrow(SealError)
    // Parts of a place don't slide into each other.
    expect(() => sealer.open(['api_key.secret', '1', 'a'], sealed)).toThrow(SealError)
  })

  it('refuses what was changed, cut, or sealed with another key', () => {
    const sealer = createSealer([now])
    const sealed = sealer.seal(['a'], 'sesame')
    const at = sealed.length - 5
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    for (const text of [changed, sealed.slice(0, -4), sealer.prefix, 'sesame', ''])
      expect(() => sealer.open(['a'], text)).toThrow(SealError)
    expect(() => createSealer([old]).open(['a'], sealed)).toThrow(SealError)
  })

  it('seals with its first key and opens with all', () => {
    const before = createSealer([old]).seal(['a'], 'sesame')
    const sealer = createSealer([now, old])
    expect(sealer.open(['a'], before)).toBe('sesame')
    expect(createSealer([now]).open(['a'], sealer.seal(['a'], 'sesame'))).toBe('sesame')
  })
})

describe.each(DATABASES)('secrets on %s', (kind) => {
  let database: FreshDatabase
  let dataDir: string
  beforeEach(async () => {
    database = await freshDatabaseUrl(kind)
    dataDir = await mkdtemp(path.join(tmpdir(), 'fasti-key-'))
  })
  afterEach(async () => {
    await database.dispose()
    await rm(dataDir, { recursive: true, force: true })
  })
  const open = (keys = '', folder = dataDir) => {
    const env = { DATABASE_URL: database.url, FASTI_DATA: folder, FASTI_KEY: keys, LOG_LEVEL: 'silent' }
    return openContext(readConfig(env))
  }

  /** A publisher with a secret of each kind; what they are. */
  async function fill() {
    await using ctx = await open()
    const { publisher, apiKey } = await createPublisher(ctx, { parentId: null, partner: false, ...OWNER })
    const callback = await addCallback(ctx, publisher.id, {
      url: 'https://example.com/hook',
      secret: 'open sesame',
    })
    const invited = { email: 'pat@example.com', name: 'Pat', role: 'owner', language: 'en' } as const
    const user = newUser(publisher.id, invited, ctx.now())
    const totp = newTotpSecret()
    await transact(ctx.db, (tx) => insertUser(tx, user))
    await updateTotp(ctx.db, user, totp, true, 0)
    const source = { publisherId: publisher.id, calendarId: '', kind: 'address' as const, name: ADDRESS }
    await transact(ctx.db, (tx) =>
      saveImportSource(tx, { ...source, options: {} as never, lastRunAt: ctx.now() }),
    )
    const target = { publisherId: publisher.id, id: 'a'.repeat(24), number: 1 }
    const link = ctx.links.token('feed', target)
    return {
      ...{ id: publisher.id, key: apiKey.key, target, link },
      secrets: [apiKey.secret, callback.signingSecret, 'open sesame', totp, ADDRESS],
    }
  }

  /** The same as read through the stores. */
  async function read({ id, key }: { id: number; key: string }, keys?: string) {
    await using ctx = await open(keys)
    const [callback] = await listCallbacks(ctx.db, id)
    const [user] = await listUsers(ctx.db, id)
    const [source] = await listImportSources(ctx.db, id)
    const apiKey = await findApiKey(ctx.db, id, key)
    const { signingSecret, encryptionSecret } = callback!
    return [apiKey!.secret, signingSecret, encryptionSecret, user!.totpSecret, source!.name]
  }

  /** Every text in the tables that have secrets. */
  async function stored(): Promise<string> {
    await using ctx = await open()
    const texts: string[] = []
    for (const table of ['api_key', 'callback', 'user', 'import_source', 'source', 'service'])
      texts.push(JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(ctx.db)).rows))
    return texts.join('\n')
  }

  it('are sealed with a key in a file of its own, and open again', async () => {
    const filled = await fill()
    const text = await stored()
    for (const secret of filled.secrets) expect(text).not.toContain(secret)
    expect(await read(filled)).toEqual(filled.secrets)
    const file = path.join(dataDir, 'key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(text).not.toContain((await readFile(file, 'utf8')).trim())
  })

  it('of an older release are sealed at the next start', async () => {
    const filled = await fill()
    {
      await using ctx = await open()
      const plain = (table: string, column: string, value: string) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(ctx.db)
      await plain('api_key', 'secret', 'plain key')
      await plain('callback', 'signing_secret', 'plain signing')
      await plain('callback', 'encryption_secret', 'plain encryption')
      await plain('user', 'totp_secret', 'plain totp')
      await plain('import_source', 'name', 'plain address')
      await sql`update service set value = 'cGxhaW4=' where name = 'link-key'`.execute(ctx.db)
      await sql`delete from service where name in ('seal-check', 'vapid-key')`.execute(ctx.db)
    }
    await rm(path.join(dataDir, 'key'))
    const secrets = ['plain key', 'plain signing', 'plain encryption', 'plain totp', 'plain address']
    await (await open())[Symbol.asyncDispose]()
    for (const secret of [...secrets, 'cGxhaW4=']) expect(await stored()).not.toContain(secret)
    expect(await read(filled)).toEqual(secrets)
  })

  it('are sealed anew where the first key is another', async () => {
    const filled = await fill()
    const ours = (await readFile(path.join(dataDir, 'key'), 'utf8')).trim()
    const next = newKey()
    expect(await read(filled, `${next},${ours}`)).toEqual(filled.secrets)
    expect(await read(filled, next)).toEqual(filled.secrets)
    await expect(open(ours)).rejects.toThrow(ConfigError)
    await using ctx = await open(next)
    expect(ctx.links.token('feed', filled.target)).toBe(filled.link)
  })

  it('stop the start where their key is not here, and no second key is made', async () => {
    await fill()
    const other = await mkdtemp(path.join(tmpdir(), 'fasti-key-'))
    await expect(open('', other)).rejects.toThrow('their key is neither set nor in')
    await expect(stat(path.join(other, 'key'))).rejects.toThrow('ENOENT')
    await writeFile(path.join(other, 'key'), newKey())
    await expect(open('', other)).rejects.toThrow('does not open the secrets of this database')
    await writeFile(path.join(other, 'key'), 'no key')
    await expect(open('', other)).rejects.toThrow('should hold 32 bytes in base64')
    await rm(other, { recursive: true })
  })

  it('have one key where six processes begin at once', async () => {
    const settings = { DATABASE_URL: database.url, FASTI_DATA: dataDir }
    const create = (n: number) =>
      runFasti(
        ['publisher', 'create', '--email', `p${n}@example.com`, '--company', 'Club', '--json'],
        settings,
      )
    const created = await Promise.all(Array.from({ length: 6 }, (_, n) => create(n)))
    expect(created.map(({ stderr }) => stderr).join('')).toBe('')
    expect((await readdir(dataDir)).filter((name) => name.startsWith('key'))).toEqual(['key'])
    await using ctx = await open()
    for (const { stdout } of created) {
      const { publisherId, apiKey, secret } = JSON.parse(stdout)
      expect((await findApiKey(ctx.db, publisherId, apiKey))!.secret).toBe(secret)
    }
  })

  it('of one row do not open in another', async () => {
    const filled = await fill()
    await using ctx = await open()
    const another = await createPublisher(ctx, {
      ...{ parentId: null, partner: false },
      ...{ ...OWNER, email: 'another@example.com' },
    })
    await sql`update api_key set secret = (select secret from api_key where publisher_id = ${another.publisher.id})
      where publisher_id = ${filled.id}`.execute(ctx.db)
    await expect(findApiKey(ctx.db, filled.id, filled.key)).rejects.toThrow('moved here from another row')
  })
})

it.each(['short', 'a,b', `${newKey()},`, Buffer.alloc(31).toString('base64')])(
  'FASTI_KEY=%s is refused',
  (text) => {
    expect(() => readConfig({ FASTI_KEY: text })).toThrow(/^FASTI_KEY must be 32 bytes/)
    expect(() => readConfig({ FASTI_KEY: text })).not.toThrow(text)
  },
)
