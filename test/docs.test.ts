import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { anchorOf } from '../scripts/render-docs.ts'
import { readConfig } from '../src/config.ts'
import { REGISTRATION_FIELDS } from '../src/widgets/widget.ts'
import { runNode } from './cli/run-fasti.ts'
import { watchingRoutes } from './support/routes.ts'
import { startTestApp } from './support/test-app.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PAGES = ['.', 'docs', 'docs/decisions', 'docs/guides', 'src', 'web/admin', 'conformance'].flatMap(
  markdownIn,
)
/** The pages that describe operations, by the beginning of their address. */
const PAGE_OF = [
  ['/apiv2/notifications', 'docs/webhooks.md'],
  ['/apiv2/', 'docs/api.md'],
  // The fields of an account are described with the signed operation.
  ['/admin/api/accounts', 'docs/admin-api.md', 'docs/api.md'],
  // So are the fields of an event.
  ['/admin/api/events', 'docs/admin-api.md', 'docs/api.md'],
  ['/admin/api/event-changes', 'docs/admin-api.md', 'docs/api.md'],
  ['/admin/api/subscribers/{svcId}/events', 'docs/admin-api.md', 'docs/api.md'],
  ['/admin/api/callbacks', 'docs/webhooks.md'],
  ['/admin/api/deliveries', 'docs/webhooks.md'],
  ['/admin/api/notifications', 'docs/webhooks.md'],
  ['/admin/api/', 'docs/admin-api.md'],
  ['/', 'docs/subscribing.md'],
] as const
const REFERENCE = PAGES.filter((page) => page.startsWith('docs/'))
  .map(read)
  .join('\n')

it.each(['docs/api.md', 'docs/admin-api.md', 'docs/migration.md', 'docs/subscribing.md'])(
  '%s names each field that a widget can ask for',
  (page) => {
    const text = read(page)
    expect(REGISTRATION_FIELDS.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  },
)

describe('docs/configuration.md', () => {
  it('has a row for each setting, and for nothing else', () => {
    const rows = [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` /gm)].map((match) => match[1])
    expect(rows.sort()).toEqual(settingsRead().sort())
  })

  it('or docs/command-line.md names what else the source reads from the environment', () => {
    const text = read('docs/configuration.md') + read('docs/command-line.md')
    const names = sourceFiles().flatMap((file) => [...read(file).matchAll(/process\.env\.(\w+)/g)])
    expect(names.map((match) => match[1]!).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })
})

describe('the operations in docs/', () => {
  let routes: string[]
  let document: OpenApi

  beforeAll(async () => ({ routes, document } = await servedBy()))

  it('are those the server has', () => {
    const described = [...REFERENCE.matchAll(/`(GET|POST|PUT|DELETE) (\/[^`\s?]*)`/g)]
    const operations = new Set(described.map(([, method, url]) => `${method} ${anonymous(url!)}`))
    // A CalDAV server has many methods at few addresses; docs/caldav.md has a table of these.
    const named = routes.filter(
      (route) => !/ \/(dav(\/.*)?|\.well-known\/caldav)$|^(PROPFIND|OPTIONS) /.test(route),
    )
    expect([...operations].sort()).toEqual(named.map(anonymous).sort())
  })

  it('are those of the OpenAPI document', () => {
    const operations = Object.entries(document.paths).flatMap(([url, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${anonymous(url)}`),
    )
    expect(operations.length).toBeGreaterThan(10)
    const served = new Set(routes.map(anonymous))
    expect(operations.filter((operation) => !served.has(operation))).toEqual([])
  })

  it('name each parameter and field', () => {
    for (const [url, methods] of Object.entries(document.paths)) {
      const [, ...pages] = PAGE_OF.find(([start]) => url.startsWith(start))!
      const names = Object.values(methods).flatMap(fieldNames)
      expect(
        names.filter((name) => !isNamed(name, pages.map(read).join('\n'))),
        `${url} in ${pages.join()}`,
      ).toEqual([])
    }
  })
})

describe('docs/command-line.md', () => {
  it('has a section for each command, with its options', async () => {
    const sections = new Map(
      read('docs/command-line.md')
        .split(/^## /m)
        .map((section) => [/^`(.+)`/.exec(section)?.[1] ?? '', section]),
    )
    sections.delete('')
    const commands = await listCommands()
    expect([...sections.keys()].sort()).toEqual(commands.map(({ name }) => name).sort())
    for (const { name, options } of commands) {
      const rows = [...sections.get(name)!.matchAll(/^\| `(--[^`]+)`/gm)].map((match) => match[1])
      expect(rows.sort(), name).toEqual(options.sort())
    }
  })
})

it.each([
  ['bench/main.ts', 'docs/performance.md'],
  ['proofs/main.ts', 'docs/proofs.md'],
])('the options of %s are those in %s', async (file, page) => {
  const { stdout } = await runNode([file, '--help'], {})
  const options = [...stdout.matchAll(/^ {2}(--\w+(?: <\w+>)?)/gm)].map((match) => match[1])
  const rows = [...read(page).matchAll(/^\| `(--[^`]+)`/gm)].map((match) => match[1])
  expect(options.length).toBeGreaterThan(1)
  expect(rows.sort()).toEqual(options.sort())
})

describe('the pages', () => {
  it('are all in an index', () => {
    const indexes = ['docs/README.md', 'docs/decisions/README.md']
    const links = indexes.flatMap((index) =>
      [...read(index).matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => path.join(path.dirname(index), link!)),
    )
    const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
    expect(pages.filter((page) => !links.includes(page))).toEqual([])
  })

  it.each(PAGES)('%s links to what is there', (page) => {
    const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!)
    const broken = links.filter((link) => !/^https?:/.test(link) && !resolves(page, link))
    expect(broken).toEqual([])
  })
})

/** Every variable that `readConfig` asks for. */
function settingsRead(): string[] {
  const names = new Set<string>()
  const watched = new Proxy({}, { get: (_, name) => void names.add(String(name)) })
  readConfig(watched)
  return [...names]
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  parameters?: { name: string }[]
  requestBody?: { content: Record<string, { schema: object }> }
}

/** Each route as `GET /apiv2/calendar/:id`, without HEAD, and the OpenAPI document. */
async function servedBy(): Promise<{ routes: string[]; document: OpenApi }> {
  const routes = new Set<string>()
  const app = await watchingRoutes(
    () => startTestApp('sqlite'),
    ({ url }, method) => void routes.add(`${method} ${url}`),
  )
  try {
    const read = async (path: string) => (await (await fetch(app.url + path)).json()) as OpenApi
    const [open, admin] = [await read('/openapi.json'), await read('/admin/openapi.json')]
    return { routes: [...routes], document: { paths: { ...open.paths, ...admin.paths } } }
  } finally {
    await app.close()
  }
}

/** The same for `/event/:id` and `/event/{id}`: parameters may have other names where people read them. */
function anonymous(url: string): string {
  return url.replace(/:\w+|\{\w+\}/g, '{}')
}

/** Fields that a client may send beside the signature: parameters, headers and properties of the body. */
function fieldNames({ parameters = [], requestBody }: Operation): string[] {
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => propertyNames(schema))
  return [...parameters.map(({ name }) => name), ...bodies]
}

function propertyNames(schema: object): string[] {
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return []
    return key === 'properties' ? [...Object.keys(value), ...propertyNames(value)] : propertyNames(value)
  })
}

/** True if a name stands in code of its own, in a path, or in JSON. Headers may be spelled with capitals. */
function isNamed(name: string, text: string): boolean {
  const forms = [
    `\`${name}\``,
    `{${name}}`,
    `"${name}"`,
    `\`${name.replace(/\b[a-z]/g, (c) => c.toUpperCase())}\``,
  ]
  return forms.some((form) => text.includes(form))
}

async function listCommands(): Promise<{ name: string; options: string[] }[]> {
  const files = readdirSync(path.join(ROOT, 'src/cli')).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ path.join(ROOT, 'src/cli', file))),
  )
  const makers = modules.flatMap((module) => Object.entries(module as object))
  return makers
    .filter(([name]) => name.endsWith('Command'))
    .flatMap(([, make]) => leaves((make as () => Command)(), ''))
}

/** A command, or those below it, by all its words. */
function leaves(command: Command, above: string): { name: string; options: string[] }[] {
  const name = `${above}${command.name()}`
  if (command.commands.length > 0) return command.commands.flatMap((part) => leaves(part, `${name} `))
  return [{ name, options: command.options.map((option) => option.flags) }]
}

function resolves(page: string, link: string): boolean {
  const [file, anchor] = link.split('#') as [string, string?]
  const target = path.join(path.dirname(page), file || path.basename(page))
  if (!existsSync(path.join(ROOT, target))) return false
  if (!anchor) return true
  const headings = [...withoutCode(read(target)).matchAll(/^#+ (.+)$/gm)]
  return headings.some(([, heading]) => anchorOf(heading!) === anchor)
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```.*?^```/gms, '')
}

function markdownIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join(folder, file))
}

function sourceFiles(): string[] {
  return readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join('src', file))
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
}
