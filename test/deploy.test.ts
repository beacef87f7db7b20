import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startDeployed } from '../bench/nginx.ts'
import { knownSettings } from '../src/doctor/check-settings.ts'
import { MEMORY } from './support/launch-service.ts'
import { startTestApp, type TestApp } from './support/test-app.ts'
import { type Json, send } from './support/test-publisher.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
/** Variables that images and platforms set beside our own settings. */
const OTHER_SETTINGS = ['NODE_ENV', ...Object.keys(MEMORY)]

describe('deploy/Dockerfile', () => {
  const text = read('deploy/Dockerfile').replace(/\\\n/g, ' ')
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const instructions = lines.map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    return { name, rest, line }
  })

  it('has only instructions there are', () => {
    const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'VOLUME', 'EXPOSE']
    known.push('HEALTHCHECK', 'ENTRYPOINT', 'CMD')
    expect(instructions.filter(({ name }) => !known.includes(name))).toEqual([])
  })

  it('copies what is there, and what a stage before has made', () => {
    const copies = instructions.filter(({ name }) => name === 'COPY').map(({ rest }) => rest.split(' '))
    const made = ['/app/dist', '/app/node_modules']
    const sources = copies.flatMap((parts) => {
      const paths = parts.filter((part) => !part.startsWith('--')).slice(0, -1)
      return parts[0] === '--from=build' ? paths.filter((one) => !made.includes(one)) : paths
    })
    expect(sources.length).toBeGreaterThan(8)
    const missing = sources.filter((source) => !existsSync(path.join(ROOT, source.replace(/^\/app\//, ''))))
    expect(missing).toEqual([])
    const stages = instructions.flatMap(({ name, rest }) =>
      name === 'FROM' ? [/ AS (\w+)$/.exec(rest)?.[1]] : [],
    )
    expect(stages).toEqual(['build', undefined])
  })

  it('runs as somebody who is not root, with a health check and settings there are', () => {
    const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
    const names = last.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['HEALTHCHECK', 'ENTRYPOINT', 'CMD', 'VOLUME']))
    expect(last.find(({ name }) => name === 'USER')?.rest).toBe('node')
    expect(names.indexOf('USER')).toBeGreaterThan(names.lastIndexOf('RUN'))
    const variables = last.flatMap(({ name, rest }) => (name === 'ENV' ? rest.match(/\w+(?==)/g)! : []))
    expect(variables.filter((name) => ![...knownSettings(), ...OTHER_SETTINGS].includes(name))).toEqual([])
    for (const { name, rest } of last)
      if (['ENTRYPOINT', 'CMD'].includes(name)) expect(Array.isArray(JSON.parse(rest)), rest).toBe(true)
    expect(existsSync(path.join(ROOT, 'src/main.mjs'))).toBe(true)
  })
})

describe('deploy/compose.yaml', () => {
  const file = parse(read('deploy/compose.yaml'))

  it('has the service and its database, each with a health check, and volumes that are declared', () => {
    expect(Object.keys(file.services as object)).toEqual(['fasti', 'postgres'])
    for (const [name, service] of Object.entries<Json>(file.services as Record<string, Json>)) {
      expect(service.healthcheck.test[0], name).toBe('CMD')
      expect(service.restart, name).toBe('unless-stopped')
      const volumes = (service.volumes as string[]).map((volume) => volume.split(':')[0]!)
      expect(
        volumes.filter((volume) => !(volume in file.volumes)),
        name,
      ).toEqual([])
    }
    const { fasti } = file.services
    expect(fasti.depends_on.postgres.condition).toBe('service_healthy')
    expect(
      existsSync(path.join(ROOT, 'deploy', fasti.build.context as string, fasti.build.dockerfile as string)),
    ).toBe(true)
    // Nothing but the proxy of the machine reaches it from outside.
    expect(fasti.ports).toEqual(['127.0.0.1:8080:8080'])
  })

  it('sets settings there are', () => {
    const names = Object.keys(file.services.fasti.environment as object)
    expect(names.filter((name) => !knownSettings().includes(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'FASTI_URL', 'FASTI_TRUST_PROXY']))
  })
})

it('deploy/systemd/fasti.service sets settings there are, and starts what is there', () => {
  const unit = read('deploy/systemd/fasti.service')
  const lines = unit.split('\n').filter((line) => line && !/^(#|\[)/.test(line))
  expect(lines.filter((line) => !/^[A-Z][A-Za-z]+=/.test(line))).toEqual([])
  expect([...unit.matchAll(/^\[(\w+)\]$/gm)].map((match) => match[1])).toEqual(['Unit', 'Service', 'Install'])
  const names = /^Environment=(.*)$/m.exec(unit)![1]!.match(/\w+(?==)/g)!
  expect(names.filter((name) => ![...knownSettings(), ...OTHER_SETTINGS].includes(name))).toEqual([])
  const [, script] = /^ExecStart=\/usr\/bin\/node (\S+) serve$/m.exec(unit) ?? []
  expect(existsSync(path.join(ROOT, script!))).toBe(true)
})

describe('what looks at the metrics', () => {
  let app: TestApp
  let served: Set<string>
  const places: [string, string[]][] = [
    ['deploy/grafana/fasti.json', panelExpressions(JSON.parse(read('deploy/grafana/fasti.json')))],
    ['deploy/prometheus/alerts.yml', alertExpressions(parse(read('deploy/prometheus/alerts.yml')))],
  ]

  beforeAll(async () => {
    app = await startTestApp('sqlite', {
      config: (config) => ({ ...config, http: { ...config.http, publicUrl: 'http://fasti.test' } }),
    })
    const { text } = await send(`${app.url}/metrics`)
    served = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name! + part) : [name!],
      ),
    )
  })
  afterAll(() => app.close())

  it.each(places)('%s names only what there is', (_, expressions) => {
    expect(expressions.length).toBeGreaterThan(10)
    const unknown = expressions.flatMap((expression) =>
      metricsIn(expression).filter((name) => !served.has(name) && name !== 'up'),
    )
    expect(unknown).toEqual([])
    for (const expression of expressions) expect(isBalanced(expression), expression).toBe(true)
  })

  it('is everything that there is', () => {
    const seen = new Set(places.flatMap(([, expressions]) => expressions.flatMap(metricsIn)))
    const shown = (name: string) => [...seen].some((one) => one.replace(/_(bucket|sum|count)$/, '') === name)
    const names = [...served].map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    const plain = ['fasti_database', 'fasti_feed_cache_entries', 'process_start_time_seconds']
    expect([...new Set(names)].filter((name) => !shown(name) && !plain.includes(name))).toEqual([])
  })

  it('is documented', () => {
    const page = read('docs/operating.md')
    const names = [...served].map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    expect([...new Set(names)].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

function panelExpressions({ panels }: Json): string[] {
  return (panels as Json[]).flatMap(({ targets = [] }) =>
    (targets as Json[]).map(({ expr }) => expr as string),
  )
}

function alertExpressions({ groups }: Json): string[] {
  const rules = (groups as Json[]).flatMap((group) => group.rules as Json[])
  for (const { alert, annotations, labels } of rules) {
    expect(alert).toMatch(/^Fasti[A-Z]\w+$/)
    expect(annotations.summary.length).toBeGreaterThan(20)
    expect(['page', 'ticket']).toContain(labels.severity)
  }
  return rules.map(({ expr }) => expr as string)
}

/** Names outside of the braces that hold labels. */
function metricsIn(expression: string): string[] {
  const plain = expression.replace(/\{[^}]*\}/g, '').replace(/\bby \([^)]*\)/g, '')
  return plain.match(/\b(?:(?:fasti|process|nodejs)_\w+|up)\b/g) ?? []
}

function isBalanced(expression: string): boolean {
  let open = 0
  for (const letter of expression) {
    if (letter === '(') open++
    if (letter === ')' && --open < 0) return false
  }
  return open === 0
}

it('memory is given out alike wherever the service is started', () => {
  for (const [name, value] of Object.entries(MEMORY)) {
    expect(read('deploy/Dockerfile')).toContain(`${name}=${value}`)
    expect(read('deploy/systemd/fasti.service')).toContain(`${name}=${value}`)
    expect(read('scripts/run.mjs')).toContain(`process.env.${name} ??= '${value}'`)
  }
})

describe('deploy/nginx/fasti.conf', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'fasti-nginx-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('keeps public pages for each language, and passes on what is somebody’s', async ({ skip }) => {
    const app = await startTestApp('sqlite', { reachable: true })
    await using nginx = await startDeployed(folder, Number(new URL(app.url).port))
    try {
      if (!nginx) return skip('nginx is not installed')
      const front = `http://127.0.0.1:${nginx.port}`
      const club = await app.publisher()
      const calendar = await club.calendar({ name: 'First team' })
      const fan = await club.subscriber(undefined, [calendar])
      const ask = async (pathname: string, headers: Record<string, string> = {}) => {
        const answer = await fetch(front + pathname, { headers })
        const { status } = answer
        return {
          status,
          id: answer.headers.get('x-request-id'),
          text: await answer.text(),
          headers: answer.headers,
        }
      }
      const page = `/calendar/${calendar}`
      const german = await ask(page, { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' })
      expect(german.text).toContain('<html lang="de"')
      // The same answer, for another spelling; another one for another language.
      expect((await ask(page, { 'accept-language': 'de' })).id).toBe(german.id)
      const english = await ask(page, { 'accept-language': 'nl,en;q=0.5' })
      expect(english.text).toContain('<html lang="en"')
      const upcoming = await ask(`${page}/upcoming`)
      expect((await ask(`${page}/upcoming`)).id).toBe(upcoming.id)
      const config = `/w/${club.widgetId}/config`
      expect((await ask(config)).id).toBe((await ask(config)).id)
      // Not these.
      const portal = new URL(fan.manageUrl).pathname
      for (const other of [
        portal,
        `${config}?email=fan%40example.com`,
        `${config}?apiKey=x`,
        `/w/${'0'.repeat(24)}`,
      ])
        expect((await ask(other)).id, other).not.toBe((await ask(other)).id)
      // Conditional requests reach the service.
      for (const feed of [new URL(fan.feedUrl).pathname, `${page}.ics`]) {
        const etag = (await ask(feed)).headers.get('etag')!
        expect((await ask(feed, { 'if-none-match': etag })).status, feed).toBe(304)
      }
    } finally {
      await app.close()
    }
  })
})
