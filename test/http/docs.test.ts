import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { contract, requireContracts } from '../../src/http/contract.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'

const METHODS = ['get', 'put', 'post', 'delete']
const SCHEMA_TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const SCHEMA_WORDS =
  `type properties required items anyOf allOf enum const pattern minLength maxLength minimum maximum
  minItems maxItems uniqueItems maxProperties additionalProperties description format`.split(/\s+/)

describe('the API document', () => {
  const app = useTestApp('sqlite')
  const read = async (path = '/openapi.json') => (await send(app.url + path)).body
  const operationsOf = (document: Json): [string, Json][] =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Json).map(([method, operation]): [string, Json] => [
        `${method} ${path}`,
        operation,
      ]),
    )

  it('has each operation of the interface, described and signed', async () => {
    const operations = new Map(operationsOf(await read()))
    const signed = [...operations.keys()].filter((name) => name.includes('/apiv2/'))
    expect(signed.length).toBeGreaterThan(20)
    for (const name of signed) {
      const { summary, tags, security, responses } = operations.get(name)
      expect(summary, name).toMatch(/^[A-Z].{5,}/)
      expect(tags, name).toHaveLength(1)
      expect(security, name).toEqual([
        { apiKey: [], apiSign: [] },
        { apiKey: [], apiSign: [], apiTime: [] },
      ])
      expect(Object.keys(responses), name).toEqual(
        expect.arrayContaining(['403', '429', '503', expect.stringMatching(/^20/)]),
      )
    }
  })

  it('names and describes each operation once, and says of each security scheme what it is', async () => {
    const { components, paths } = await read()
    const operations = operationsOf({ paths })
    const ids = operations.map(([, { operationId }]) => operationId as string)
    expect(new Set(ids).size).toBe(operations.length)
    for (const [name, { operationId, description, security, parameters = [] }] of operations) {
      expect(operationId, name).toMatch(/^[a-z][A-Za-z]+$/)
      expect(description, name).toMatch(/^[A-Z].+\.$/)
      const schemes = (security as Json[]).flatMap((scheme) => Object.keys(scheme))
      for (const scheme of schemes) expect(components.securitySchemes[scheme].description).toMatch(/\.$/)
      for (const parameter of parameters)
        expect(parameter.description, `${name} ${parameter.name}`).toBeTruthy()
    }
  })

  it('has nothing of the admin API, which has a document of its own', async () => {
    const [open, admin] = [await read(), await read('/admin/openapi.json')].map((document) =>
      operationsOf(document).map(([name]) => name.split(' ')[1]!),
    )
    expect(open!.filter((path) => path.startsWith('/admin'))).toEqual([])
    expect(admin!.filter((path) => !path.startsWith('/admin/api/'))).toEqual([])
    expect(admin!.length).toBeGreaterThan(30)
  })

  it('says of each operation of the admin API who may call it', async () => {
    const person = { session: [], csrf: [] }
    const signed = { apiKey: [], apiSign: [] }
    const operations = new Map(operationsOf(await read('/admin/openapi.json')))
    for (const [name, security] of [
      ['post /admin/api/session', []],
      ['get /admin/api/widgets', [{ session: [] }, signed]],
      ['put /admin/api/widgets/{id}', [person, signed]],
      ['post /admin/api/people', [person]],
      ['delete /admin/api/me/totp', [person]],
    ] as const) {
      expect(operations.get(name).security, name).toEqual(security)
    }
    for (const [name, { operationId, summary, tags }] of operations) {
      expect(operationId, name).toMatch(/^[a-z][A-Za-z]+$/)
      expect(summary, name).toMatch(/^[A-Z].{5,}/)
      expect(tags, name).toHaveLength(1)
    }
    expect(new Set([...operations.values()].map(({ operationId }) => operationId)).size).toBe(operations.size)
  })

  it('has every route that is not hidden: one without a contract stops the start', () => {
    const server = fastify()
    requireContracts(server)
    const handler = () => 'x'
    expect(() => server.get('/x', handler)).toThrow('GET /x needs a contract, or to be hidden')
    expect(() => server.get('/y', { schema: { hide: true }, handler })).not.toThrow()
    const schema = contract({ id: 'getZ', summary: 'One z', tags: [] })
    expect(() => server.get('/z', { schema, handler })).not.toThrow()
  })

  it.each([
    ['/openapi.json', 'Fasti'],
    ['/admin/openapi.json', 'Fasti admin'],
  ])('%s is OpenAPI 3.1 in shape', async (path, title) => {
    const document = await read(path)
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title, version: expect.any(String) },
      servers: [{ url: 'https://fasti.test' }],
      components: { securitySchemes: { apiKey: { in: 'query' }, apiSign: { in: 'query' } } },
    })
    const tags = document.tags.map((tag: Json) => tag.name)
    for (const [name, operation] of operationsOf(document)) {
      const [method, path] = name.split(' ') as [string, string]
      expect(METHODS).toContain(method)
      expect(tags).toEqual(expect.arrayContaining(operation.tags))
      const parameters = (operation.parameters ?? []) as Json[]
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(inPath.map((parameter) => parameter.name)).toEqual(placeholders)
      expect(inPath.every((parameter) => parameter.required === true)).toBe(true)
      for (const parameter of parameters) {
        expect(['path', 'query', 'header']).toContain(parameter.in)
        expectSchema(parameter.schema, name)
      }
      if (operation.requestBody) expectSchema(operation.requestBody.content['application/json'].schema, name)
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        expect(status).toMatch(/^([2345]\d\d|[2345]XX)$/)
        expect(response.description, name).toEqual(expect.any(String))
        for (const { schema } of Object.values<Json>(response.content ?? {})) expectSchema(schema, name)
      }
    }
  })

  /** JSON Schema's own words only, wherever one looks. */
  function expectSchema(schema: Json, where: string): void {
    for (const word of Object.keys(schema)) expect(SCHEMA_WORDS, where).toContain(word)
    if (schema.type !== undefined) expect(SCHEMA_TYPES).toContain(schema.type)
    if (schema.pattern !== undefined) expect(() => new RegExp(schema.pattern, 'u')).not.toThrow()
    const properties = schema.properties ?? {}
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(schema.required ?? []))
    const parts = [...Object.values(properties), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
    if (schema.items) parts.push(schema.items)
    for (const part of parts) expectSchema(part, where)
  }

  it('has a page to read it on, without scripts from elsewhere', async () => {
    const page = await send(`${app.url}/docs`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'\s*;/)
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files.filter((name) => !name.startsWith('data:'))) {
      const { host, href } = new URL(file, `${app.url}/docs/`)
      expect(host).toBe(new URL(app.url).host)
      expect((await send(href)).status, href).toBe(200)
    }
  })
})

describe.each(DATABASES)('health on %s', (kind) => {
  const app = useTestApp(kind)

  it('is told, and so is the loss of the database', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect(await send(app.url + path)).toMatchObject({
        status: 200,
        body: { status: '200', statusLong: 'OK' },
      })
    const { db } = app.ctx
    const broken = new Error('disk I/O error in /srv/fasti/fasti.db')
    app.ctx.db = {
      getExecutor: () => {
        throw broken
      },
    } as never
    try {
      const answer = await send(`${app.url}/readyz`)
      expect(answer).toMatchObject({
        status: 503,
        body: { status: '503', statusLong: 'The database does not answer' },
      })
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.text).not.toContain('disk')
      expect((await send(`${app.url}/healthz`)).status).toBe(200)
    } finally {
      app.ctx.db = db
    }
    expect((await send(`${app.url}/readyz`)).status).toBe(200)
  })

  it('lets search engines and calendar applications have feeds, and nothing that is private', async () => {
    const { headers, text } = await send(`${app.url}/robots.txt`)
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(text.split('\n').filter(Boolean)).toEqual([
      'User-agent: *',
      'Disallow: /admin',
      'Disallow: /manage',
      'Allow: /feed',
      'Allow: /calendar',
      'Sitemap: https://fasti.test/sitemap.xml',
    ])
  })
})
