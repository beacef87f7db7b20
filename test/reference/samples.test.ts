import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ClientSettings, FastiClient } from '../../client/src/index.ts'
import type { Example } from '../../src/http/reference/examples.ts'
import { readExamples } from '../../src/http/reference/examples.ts'
import { verifySignature } from '../../src/signing/signature.ts'
import type { ApiDocument, Operation } from '../../web/docs/document.ts'
import { operationsOf } from '../../web/docs/document.ts'
import { LANGUAGES, sampleOf } from '../../web/docs/samples.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'
import { userOf } from '../support/users.ts'

const URL_OF = 'https://fasti.test'
const ENV = { ...process.env, FASTI_API_KEY: 'key', FASTI_SECRET: 'its secret' }
/** In place of curl: prints what it was called with, and the body octet by octet. */
const CURL_STUB = `
curl() { printf '%s\\n' "$*"; test -f body.json && cat body.json; printf '\\nend\\n'; rm -f body.json; }
cd "$(mktemp -d)"
`
/** Runs samples with a network that only notes what it is asked for. */
const PYTHON_STUB = `
import contextlib, io, json, sys, urllib.request
sent = []
class Answer(io.BytesIO):
    status = 200
def note(request):
    headers = {name.lower(): value for name, value in request.header_items()}
    body = (request.data or b'').decode()
    sent.append({'method': request.get_method(), 'url': request.full_url, 'headers': headers, 'body': body})
    return Answer()
urllib.request.urlopen = note
for sample in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()):
        exec(sample, {})
print(json.dumps(sent))
`

describe('the code samples of the reference', () => {
  const app = useTestApp('sqlite')
  const examples = readExamples(URL_OF)
  let operations: Operation[]

  beforeAll(async () => {
    const document = (await send(`${app.url}/openapi.json`)).body as ApiDocument
    operations = document.tags.flatMap(({ name }) => operationsOf(document, name))
  })

  it('in TypeScript send what the example has', async () => {
    for (const operation of operations) {
      const example = examples[`${operation.method} ${operation.path}`]!
      const { method, url, body, headers } = await run(sampleOf('TypeScript', operation, URL_OF), example)
      expect(method, operation.operationId).toBe(operation.method)
      expect(url.origin + url.pathname).toBe(URL_OF + filled(operation, example))
      expect(Object.fromEntries(url.searchParams)).toMatchObject(meant(operation, example))
      expect(headers, operation.operationId).toMatchObject(example.headers)
      expect(body, operation.operationId).toEqual(example.body)
    }
  })

  it('for curl do too, signed with OpenSSL where they have to be', () => {
    const samples = operations.map((operation) => sampleOf('curl', operation, URL_OF))
    const output = execFileSync('sh', ['-c', CURL_STUB + samples.join('\n')], { encoding: 'utf8', env: ENV })
    const sent = output.split(/\nend\n/)
    for (const [index, operation] of operations.entries()) {
      const { method, path, operationId } = operation
      const example = examples[`${method} ${path}`]!
      const [line = '', ...body] = sent[index]!.split('\n')
      const verb = example.body === undefined ? 'GET' : 'POST'
      expect(line.includes(`-X ${method}`), operationId).toBe(method !== verb)
      expect(line.includes('--data-binary @body.json')).toBe(example.body !== undefined)
      for (const [name, value] of Object.entries(example.headers)) expect(line).toContain(`${name}: ${value}`)
      expectSent(operation, example, line.slice(line.search(/https:/)), body.join('\n'))
    }
  })

  it('in Python do too', ({ skip }) => {
    skip(spawnSync('python3', ['--version']).status !== 0, 'no Python')
    const samples = operations.map((operation) => sampleOf('Python', operation, URL_OF))
    const input = JSON.stringify(samples)
    const output = execFileSync('python3', ['-c', PYTHON_STUB], { encoding: 'utf8', env: ENV, input })
    const sent = JSON.parse(output) as { method: string; url: string; headers: Json; body: string }[]
    for (const [index, operation] of operations.entries()) {
      const example = examples[`${operation.method} ${operation.path}`]!
      const { method, url, headers, body } = sent[index]!
      expect(method, operation.operationId).toBe(operation.method)
      const named = Object.entries(example.headers).map(([name, value]) => [name.toLowerCase(), value])
      expect(headers).toMatchObject(Object.fromEntries(named))
      expectSent(operation, example, url, body)
    }
  })

  it('for curl and Python work as they are, also with the strictest key', async ({ skip }) => {
    skip(spawnSync('curl', ['--version']).status !== 0, 'no curl')
    const club = await app.publisher()
    const strict = { name: 'Strict', sha256Only: true, onceOnly: true, scope: 'full', addresses: [] }
    const owner = await userOf(app, club, 'owner')
    const { apiKey, secret } = (await owner.post('/api-keys', strict)).body.data
    const env = { ...ENV, FASTI_API_KEY: apiKey, FASTI_SECRET: secret }
    const [create, list] = ['createCalendar', 'listCalendars'].map((name) =>
      operations.find(({ operationId }) => operationId === name)!,
    ) as [Operation, Operation]
    const folder = await mkdtemp(path.join(tmpdir(), 'fasti-sample-'))
    const runOn = promisify(execFile)
    const shell = (sample: string) => runOn('sh', ['-c', sample], { env, cwd: folder })
    try {
      expect((await shell(sampleOf('curl', create, app.url))).stdout).toContain('"status":"200"')
      expect((await shell(sampleOf('curl', list, app.url))).stdout).toContain('"status":"200"')
      if (spawnSync('python3', ['--version']).status === 0) {
        const told = await runOn('python3', ['-c', sampleOf('Python', list, app.url)], { env })
        expect(told.stdout).toMatch(/^200 .*"status":"200"/)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
    expect((await club.get('/calendar')).body.data).toHaveLength(1)
  })

  it('run nothing that is fetched by name from a registry', () => {
    for (const operation of operations)
      for (const language of LANGUAGES)
        expect(sampleOf(language, operation, URL_OF)).not.toMatch(/\b(npx|npm|pip|pipx|uvx)\b/)
  })
})

/** Fails where a request is not that of the example, signed with the key of the tests. */
function expectSent(operation: Operation, example: Example, address: string, body: string): void {
  const { method, security, operationId } = operation
  const url = new URL(address)
  expect(url.origin + url.pathname, operationId).toBe(URL_OF + filled(operation, example))
  if (example.body === undefined) expect(body.trim()).toBe('')
  else expect(JSON.parse(body)).toEqual(example.body)
  const { apiKey, apiTime, nonce, apiSign, ...rest } = Object.fromEntries(url.searchParams)
  expect(rest, operationId).toEqual(example.query)
  if (security.length === 0) return expect(apiSign).toBeUndefined()
  expect(apiKey).toBe(ENV.FASTI_API_KEY)
  expect(nonce).toMatch(/^[0-9a-f]{24,32}$/)
  const query = [...url.searchParams] as [string, string][]
  const request = { method, path: url.pathname, query, body: Buffer.from(body) }
  const form = verifySignature(ENV.FASTI_SECRET, request, Number(apiTime) * 1000)
  expect(form, operationId).toBe('sha256')
}

interface Sent {
  method: string
  url: URL
  headers: Record<string, string>
  body: unknown
}

/** Returns the first request of a sample, which is answered as the example was; later ones with nothing. */
async function run(code: string, { answers }: Example): Promise<Sent> {
  const sent: Sent[] = []
  const [status, answer] = Object.entries(answers)[0] as [string, Json]
  const answering: typeof fetch = async (input, init = {}) => {
    const { body } = init
    const text = body instanceof Uint8Array ? Buffer.from(body).toString() : (body as string | undefined)
    sent.push({
      method: init.method ?? 'GET',
      url: new URL(input as string),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: text === undefined ? undefined : JSON.parse(text),
    })
    const first = sent.length === 1
    return Response.json(first ? answer : { data: [] }, { status: first ? Number(status) : 200 })
  }
  class Client extends FastiClient {
    constructor(settings: ClientSettings) {
      super({ ...settings, fetch: answering })
    }
  }
  const body = code.replace(/^import .*/, '')
  const module = `export default async (FastiClient, process, console, fetch) => {${body}\n}`
  const { default: sample } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(module)}`
  )) as { default: (...given: unknown[]) => Promise<void> }
  const env = { FASTI_API_KEY: 'key', FASTI_SECRET: 'secret' }
  await sample(Client, { env }, { log() {} }, answering)
  return sent[0]!
}

/** The path of the example. */
function filled({ path }: Operation, { params }: Example): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
}

/** The query a sample has: those that walk all pages leave the size of one to the library. */
function meant({ operationId }: Operation, { query }: Example): Record<string, string> {
  return ['listChanges', 'listNotifications'].includes(operationId) ? {} : query
}
