import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { Compile } from 'typebox/compile'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Example, readExamples } from '../../src/http/reference/examples.ts'
import type { Sender } from '../../src/webhooks/sender.ts'
import { callEverything, PUSH } from '../support/reference-scenario.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'

const FILE = path.resolve('src/http/reference/examples.json')
const BEGIN = Date.parse('2027-01-04T09:00:00Z')
/** Told of all operations at once, or made by a database that is away. */
const SHARED = [413, 429, 503]

/** Takes every message. */
const pushService: Sender = {
  send: () => Promise.resolve({ ok: true, status: 201, error: null, answer: '', durationMs: 1 }),
  close: () => Promise.resolve(),
}

describe('the examples of the reference', () => {
  let clock = BEGIN
  const app = useTestApp('sqlite', { now: () => clock, sender: pushService })
  let recorded: Record<string, Example>
  let document: Json

  beforeAll(async () => {
    recorded = steady(await callEverything(app, (ms = 10_000) => void (clock += ms)))
    document = (await send(`${app.url}/openapi.json`)).body
  })

  // After a change of the interface: npm test -- test/reference -u
  it('are what the service answers', async () => {
    const style = { ...(await resolveConfig(FILE)), filepath: FILE }
    await expect(await format(JSON.stringify(recorded, null, 2), style)).toMatchFileSnapshot(FILE)
  })

  it('are there for each operation and each status it answers with', () => {
    for (const [name, { responses, security }] of operationsOf(document)) {
      const recordedHere = Object.keys(recorded[name]?.answers ?? {}).map(Number)
      expect(
        recordedHere.some((status) => status < 300),
        name,
      ).toBe(true)
      const documented = Object.keys(responses).map(Number)
      const ofAll = [...SHARED, ...(security.length > 0 ? [403] : [])]
      const own = documented.filter((status) => status >= 400 && !ofAll.includes(status))
      expect(recordedHere, name).toEqual(expect.arrayContaining(own))
      expect(documented, name).toEqual(expect.arrayContaining(recordedHere))
    }
  })

  it('stand in the document, with the addresses of this service', () => {
    const { paths } = document
    for (const [name, { body, answers }] of Object.entries(readExamples('https://fasti.test'))) {
      if (name === '*') continue
      const [method, path] = name.split(' ') as [string, string]
      const operation = paths[path][method.toLowerCase()]
      expect(operation.requestBody?.content['application/json'].example, name).toEqual(body)
      for (const [status, answer] of Object.entries(answers)) {
        if (status === '204') continue
        expect(operation.responses[status].content['application/json'].example, `${name} ${status}`).toEqual(
          answer,
        )
      }
    }
    expect(JSON.stringify(readExamples('http://localhost:8080'))).not.toContain('fasti.test')
  })

  it('fit the schemas of bodies, parameters and answers, and hold no field these do not name', () => {
    for (const [name, operation] of operationsOf(document)) {
      for (const { schema, example, name: parameter } of operation.parameters ?? []) {
        if (example !== undefined) expectFits(schema, example, `${name} ${parameter}`)
      }
      const body = operation.requestBody?.content['application/json']
      if (body) expectFits(body.schema, body.example, `${name} body`)
      for (const [status, { content }] of Object.entries<Json>(operation.responses)) {
        if (status === '204') continue
        const { schema, example } = content['application/json']
        expect(example, `${name} ${status}`).toBeDefined()
        expectFits(schema, example, `${name} ${status}`)
        expect(unnamed(schema, example), `${name} ${status}`).toEqual([])
      }
    }
  })
})

function operationsOf(document: Json): [string, Json][] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]): [string, Json] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )
}

function expectFits(schema: Json, value: unknown, where: string): void {
  expect(
    [...Compile(schema).Errors(value)].map(({ instancePath, message }) => `${instancePath} ${message}`),
    where,
  ).toEqual([])
}

/** Fields of a value that its schema, or a part that fits, does not have. A schema that names none allows all. */
function unnamed(schema: Json, value: Json): string[] {
  if (Array.isArray(value)) {
    const kinds = [schema, ...(schema.anyOf ?? [])].filter(({ items }) => items)
    return value.flatMap((item) => unnamed(kinds[0]?.items ?? {}, item))
  }
  if (typeof value !== 'object' || value === null) return []
  const fitting = (schema.anyOf ?? []).filter((part: Json) => Compile(part).Check(value))
  const kinds = [schema, ...fitting].map(({ properties }) => properties ?? {})
  const properties: Json = Object.assign({}, ...kinds)
  if (Object.keys(properties).length === 0) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name in properties ? unnamed(properties[name], inner) : [name],
  )
}

/** The same with made-up ids, tokens and secrets that are no others in the next run. */
function steady(examples: Record<string, Example>): Record<string, Example> {
  let text = JSON.stringify(examples).replace(/"elapsed":"[^"]+"/g, '"elapsed":"8.3ms"')
  const replace = (found: RegExp, makeUp: (n: number) => string) => {
    const values = new Set([...text.matchAll(found)].map((match) => match[1]!))
    for (const [n, value] of [...values].entries()) text = text.replaceAll(value, makeUp(n + 1))
  }
  replace(/(?<![\da-f])([0-9a-f]{24})(?![\da-f])/g, (n) => `01a1fdb1cee9${n.toString(16).padStart(12, '0')}`)
  replace(/\/(?:feed|manage)\/([\w-]{20,})/g, (n) => `${n}`.padStart(4, 'T').padEnd(40, 'aBcDe'))
  replace(/"pushKey":"([\w-]{87})"/g, () => PUSH.keys.p256dh)
  replace(/(?<=[?&](?:state|code_challenge)=)([\w-]{43})/g, (n) => `${'a'.repeat(42)}${n}`)
  replace(/"password":"((?:[A-Z2-7]{4}-){13}[A-Z2-7]{3})"/g, (n) => `${'ABCD-'.repeat(13)}EF${n + 1}`)
  replace(/\/fresh\/([\w.-]+)/g, (n) => `${n}`.padStart(4, 'C').padEnd(40, 'aBcDe'))
  replace(/\/l\/(\w{11,14})(?=[^\w])/g, (n) => `${n}`.padStart(3, 'L').padEnd(11, 'aBcDe'))
  replace(/"token":"([\w-]{20,})"/g, (n) => `${n}`.padStart(4, 'U').padEnd(40, 'aBcDe'))
  replace(/"apiKey":"([\w-]{20,})"/g, () => 'the-key-of-the-new-account')
  replace(/"secret":"([\w-]{20,})"/g, () => 'its-secret-which-is-told-only-here')
  replace(/"((?:account|owner)-\d+@example\.com)"/g, (n) => `person-${n}@example.com`)
  replace(/"(account-\d+)"/g, (n) => `crm-${2000 + n}`)
  replace(/"(Town Rugby \d+)"/g, (n) => `Town Rugby ${n}`)
  return JSON.parse(text) as Record<string, Example>
}
