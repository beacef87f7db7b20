import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ClientSettings, FastiClient } from '../../client/src/index.ts'
import type { Example } from '../../src/http/reference/examples.ts'
import { readExamples } from '../../src/http/reference/examples.ts'
import type { ApiDocument, Operation } from '../../web/docs/document.ts'
import { operationsOf } from '../../web/docs/document.ts'
import { sampleOf } from '../../web/docs/samples.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'

const URL_OF = 'https://fasti.test'
/** What a shell is told in place of the programs of a sample. */
const STUBS = `
npx() { printf 'https://signed.test/?%s' "$*"; }
curl() { printf '%s\\n' "$*"; test -f body.json && cat body.json; printf '\\nend\\n'; rm -f body.json; }
cd "$(mktemp -d)"
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

  it('for curl do too, signed by fasti sign where they have to be', () => {
    const samples = operations.map((operation) => sampleOf('curl', operation, URL_OF))
    const output = execFileSync('sh', ['-c', STUBS + samples.join('\n')], { encoding: 'utf8' })
    const sent = output.split(/\nend\n/)
    for (const [index, operation] of operations.entries()) {
      const { method, path, security, operationId } = operation
      const example = examples[`${method} ${path}`]!
      const [line = '', ...body] = sent[index]!.split('\n')
      const address = line.slice(line.search(/https:/))
      const query = new URLSearchParams(example.query).toString()
      const target = URL_OF + filled(operation, example) + (query && `?${query}`)
      const data = example.body === undefined ? '' : ' --body body.json'
      expect(address, operationId).toBe(
        security.length > 0 ? `https://signed.test/?fasti sign ${method} ${target}${data}` : target,
      )
      const verb = example.body === undefined ? 'GET' : 'POST'
      expect(line.includes(`-X ${method}`), operationId).toBe(method !== verb)
      expect(line.includes('--data-binary @body.json')).toBe(data !== '')
      for (const [name, value] of Object.entries(example.headers)) expect(line).toContain(`${name}: ${value}`)
      if (data) expect(JSON.parse(body.join('\n'))).toEqual(example.body)
    }
  })
})

interface Sent {
  method: string
  url: URL
  headers: Record<string, string>
  body: unknown
}

/** Runs a sample; answered as the example was, then with nothing. What it sends first. */
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
  return operationId === 'listNotifications' ? {} : query
}
