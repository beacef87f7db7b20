import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runNode } from './cli/run-fasti.ts'
import { launchService } from './support/launch-service.ts'
import { temporaryDirectory } from './support/temporary.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

// The files of the image that deploy/Dockerfile builds, from its own lines, without a build.
const image = temporaryDirectory('fasti-image-')
const data = temporaryDirectory('fasti-image-data-')
const run = (...args: string[]) =>
  runNode(['src/main.mjs', ...args], { FASTI_DATA: data, FASTI_URL: 'http://image.test' }, '', image)

beforeAll(() => {
  const [build, final] = read('deploy/Dockerfile')
    .split(/^FROM /m)
    .slice(1)
  const context = copiesOf(build!, /^COPY (?!--)(.+)$/gm)
  for (const { source, target } of copiesOf(final!, /^COPY --from=build (.+)$/gm)) {
    const inImage = path.join(image, target)
    const name = source.replace(/^\/app\//, '')
    if (name === 'node_modules') linkDependencies(inImage)
    else if (name === 'dist') cpSync(path.join(ROOT, 'dist'), inImage, { recursive: true })
    else
      for (const part of context.filter((one) => within(one.target, name)))
        cpSync(path.join(ROOT, part.source), path.join(inImage, path.relative(name, part.target)), {
          recursive: true,
          filter: isSent,
        })
  }
})

afterAll(() => {
  for (const folder of [image, data]) rmSync(folder, { recursive: true, force: true })
})

it('has neither tests nor what is only for development', () => {
  const files = readdirSync(image, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(expect.arrayContaining(['src/main.mjs', 'client/src/index.ts', 'package.json']))
  const own = files.filter((file) => !file.startsWith('node_modules'))
  expect(own.filter((file) => /\.test\.ts$|^(test|bench|proofs)\b/.test(file))).toEqual([])
  expect(existsSync(path.join(image, 'node_modules/fastify'))).toBe(true)
  expect(existsSync(path.join(image, 'node_modules/vitest'))).toBe(false)
})

it('has help for every command', async () => {
  const { stdout } = await run('--help')
  const [, list = ''] = /^Commands:\n((?: .*\n)*)/m.exec(stdout) ?? []
  const names = [...list.matchAll(/^ {2}([a-z-]+)/gm)].map((match) => match[1]!)
  expect(names).toEqual(expect.arrayContaining(['serve', 'publisher', 'conformance', 'push', 'mcp']))
  for (const name of names.filter((name) => name !== 'help')) {
    const outcome = await run(name, '--help')
    expect(outcome, name).toMatchObject({ code: 0, stderr: '' })
    expect(outcome.stdout).toContain(`Usage: fasti ${name} `)
  }
})

it('fills a database, serves it, and passes its own conformance test', async () => {
  const created = await run('publisher', 'create', '--email', 'a@example.com', '--company', 'Club', '--json')
  expect(created).toMatchObject({ code: 0, stderr: '' })
  const { apiKey, secret } = JSON.parse(created.stdout) as { apiKey: string; secret: string }
  const settings = { FASTI_DATA: data, FASTI_URL: 'http://image.test' }
  const service = await launchService(settings, [], [], image).listening
  try {
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${service.url}/docs`)).text()).toContain('<script')
    const keys = ['--url', service.url, '--api-key', apiKey, '--secret', secret]
    const { code, stdout } = await run('conformance', ...keys, '--only', 'signing', 'calendars')
    expect(code, stdout).toBe(0)
  } finally {
    service.signal('SIGTERM')
    expect(await service.ended()).toBe(0)
  }
})

/** Each source of a stage's COPY lines with its place. A target that ends with a slash is a folder. */
function copiesOf(stage: string, line: RegExp): { source: string; target: string }[] {
  return [...stage.matchAll(line)].flatMap(([, rest]) => {
    const paths = rest!.split(' ')
    const target = paths.pop()!
    return paths.map((source) => ({
      source,
      target: path.normalize(target.endsWith('/') ? path.join(target, path.basename(source)) : target),
    }))
  })
}

function within(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`)
}

/** By .dockerignore, as far as it has patterns of the form that stand there. */
function isSent(file: string): boolean {
  const name = path.relative(ROOT, file)
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return !patterns.some((pattern) => path.matchesGlob(name, pattern))
}

/** Links the packages that `npm prune --omit=dev` leaves: the lock file does not mark them `dev`. */
function linkDependencies(folder: string): void {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; link?: boolean; resolved?: string }>
  }
  for (const [name, { dev, link, resolved }] of Object.entries(packages)) {
    const [, one, ...deeper] = `/${name}`.split('/node_modules/')
    if (!one || deeper.length > 0 || dev || !existsSync(path.join(ROOT, name))) continue
    const place = path.join(folder, one)
    mkdirSync(path.dirname(place), { recursive: true })
    symlinkSync(link ? path.join(image, resolved!) : path.join(ROOT, name), place)
  }
}
