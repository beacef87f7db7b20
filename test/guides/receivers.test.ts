import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { encryptWebhook } from '../../src/webhooks/encrypt-webhook.ts'
import { signWebhook } from '../../src/webhooks/sign-webhook.ts'
import { freePort } from '../support/free-port.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'

const FOLDER = path.resolve('docs/guides/webhooks')
const ENCRYPTION = 'a secret of ours'
const NOW = () => Math.floor(Date.now() / 1000)

interface Language {
  name: string
  file: string
  /** Answers 0 where the language and what the receiver needs of it are installed. */
  probe: string[]
  command: (file: string, port: number) => string[]
}

const LANGUAGES: Language[] = [
  {
    name: 'Node',
    file: 'receiver.mjs',
    probe: [process.execPath, '-v'],
    command: (file) => [process.execPath, file],
  },
  {
    name: 'Python',
    file: 'receiver.py',
    probe: ['python3', '-c', 'import cryptography'],
    command: (file) => ['python3', file],
  },
  {
    name: 'PHP',
    file: 'receiver.php',
    probe: ['php', '-r', 'exit(function_exists("openssl_decrypt") ? 0 : 1);'],
    command: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
  {
    name: 'Ruby',
    file: 'receiver.rb',
    probe: ['ruby', '-e', 'require "webrick"'],
    command: (file) => ['ruby', file],
  },
  { name: 'Go', file: 'receiver.go', probe: ['go', 'version'], command: (file) => ['go', 'run', file] },
  // A file of C# runs by itself from .NET 10 on.
  {
    name: 'C#',
    file: 'receiver.cs',
    probe: ['sh', '-c', 'test "$(dotnet --version | cut -d. -f1)" -ge 10'],
    command: (file) => ['dotnet', 'run', file],
  },
]

describe('the receivers of webhooks in the guide', () => {
  const app = useTestApp('sqlite', { worker: true })

  it.for(LANGUAGES)(
    'in $name takes what the service sends, once, and nothing else',
    async (language, { skip }) => {
      skip(!isInstalled(language), `${language.probe.join(' ')} does not work here`)
      const club = await app.publisher()
      const [port, encryptedPort] = [await freePort(), await freePort()]
      const url = (of: number) => `http://127.0.0.1:${of}/hook`
      const { signingSecret } = await club.callback(url(port))
      const encrypted = await club.callback(url(encryptedPort), { secret: ENCRYPTION })
      const [plain, opened] = await Promise.all([
        start(language, port, { WEBHOOK_SECRET: signingSecret }),
        start(language, encryptedPort, {
          WEBHOOK_SECRET: encrypted.signingSecret,
          WEBHOOK_ENCRYPTION_SECRET: ENCRYPTION,
        }),
      ])
      const calendar = await club.calendar({ name: 'Été 🏁' })
      await club.subscribe('zoë@example.com', [calendar])
      const told = { email: 'zoë@example.com', calendarNames: ['Été 🏁'] }
      for (const received of [plain, opened]) {
        await expect.poll(() => received).toMatchObject([{ id: expect.any(String), message: told }])
      }
      await expect.poll(() => deliveredOf(club)).toBe(2)

      // The same again, as after an answer that got lost.
      const body = JSON.stringify(plain[0]!.message)
      const again = plain[0]!.id as string
      const send = (id: string, over: Partial<Sent> = {}) =>
        post(url(port), signingSecret, { id, body, ...over })
      expect(await send(again)).toBe(204)
      expect(await send('other', { signature: `v1,${Buffer.alloc(32).toString('base64')}` })).toBe(401)
      expect(await send('other', { signature: '' })).toBe(401)
      expect(await send('other', { signed: `${body} ` })).toBe(401)
      expect(await send('other', { at: NOW() - 400 })).toBe(401)
      expect(await send('other', { at: NOW() + 400 })).toBe(401)
      expect(await post(url(port), encrypted.signingSecret, { id: 'other', body })).toBe(401)
      // Two signatures, the first under a secret that is no more.
      const good = signWebhook(signingSecret, 'two', NOW(), body)
      expect(
        await send('two', {
          signature: `${signWebhook(encrypted.signingSecret, 'two', NOW(), body)} ${good}`,
        }),
      ).toBe(204)
      await expect.poll(() => plain.map(({ id }) => id)).toEqual([again, 'two'])

      const encrypt = (text: string, secret: string) => ({
        id: 'encrypted',
        body: encryptWebhook(text, secret),
      })
      expect(await post(url(encryptedPort), encrypted.signingSecret, encrypt(body, 'another secret'))).toBe(
        400,
      )
      expect(await post(url(encryptedPort), encrypted.signingSecret, { id: 'encrypted', body })).toBe(400)
      expect(await post(url(encryptedPort), encrypted.signingSecret, encrypt(body, ENCRYPTION))).toBe(204)
      await expect.poll(() => opened.map(({ id }) => id)).toEqual([again, 'encrypted'])
    },
  )
})

async function deliveredOf(club: Json): Promise<number> {
  const { body } = await club.get('/admin/api/deliveries?state=delivered')
  return body.data.length as number
}

interface Sent {
  id: string
  body: string
  /** Unix seconds. */
  at: number
  /** The text that is signed in place of the body. */
  signed: string
  signature: string
}

/** Sends a webhook as the service would, or nearly so; the status of the answer. */
async function post(
  url: string,
  secret: string,
  { id = '', body = '', ...over }: Partial<Sent>,
): Promise<number> {
  const at = over.at ?? NOW()
  const signature = over.signature ?? signWebhook(secret, id, at, over.signed ?? body)
  const headers = { 'webhook-id': id, 'webhook-timestamp': `${at}`, 'webhook-signature': signature }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

function isInstalled({ probe: [program, ...args] }: Language): boolean {
  return spawnSync(program!, args, { stdio: 'ignore' }).status === 0
}

/** Starts a receiver and waits until it listens; what it writes of each webhook. It ends with the test. */
async function start(
  { file, command }: Language,
  port: number,
  env: Record<string, string>,
): Promise<Json[]> {
  const seen = mkdtempSync(path.join(tmpdir(), 'fasti-receiver-'))
  const [program, ...args] = command(path.join(FOLDER, file), port)
  const child = spawn(program!, args, {
    // A process group of its own: some languages run the program that they built as a child of theirs.
    detached: true,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: `${port}`, WEBHOOK_SEEN: seen, ...env },
  })
  onTestFinished(() => end(child, seen))
  const received: Json[] = []
  createInterface(child.stdout).on('line', (line) => received.push(JSON.parse(line)))
  let errors = ''
  child.stderr.on('data', (data) => (errors += String(data)))
  await expect.poll(() => errors, { timeout: 25_000 }).toMatch(/listening|started/i)
  return received
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  const ended = once(child, 'close')
  process.kill(-child.pid!, 'SIGKILL')
  await ended
  if (existsSync(folder)) rmSync(folder, { recursive: true })
}
