import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
const FILES = filesIn('src')

it('src imports only what the image has: src, the client, package.json, and dependencies that are installed there', () => {
  const imports = FILES.filter((file) => !file.endsWith('.test.ts')).flatMap((file) => importsOf(file))
  expect(imports.length).toBeGreaterThan(1000)
  const wrong = imports.filter(
    ({ target }) =>
      !/^(node:|src\/|client\/src\/|package\.json$)/.test(target) && !(packageOf(target) in dependencies),
  )
  expect(wrong).toEqual([])
})

it('no test in src imports benchmarks or proofs', () => {
  const wrong = FILES.flatMap((file) => importsOf(file)).filter(({ target }) =>
    /^(bench|proofs)\//.test(target),
  )
  expect(wrong).toEqual([])
})

it('the conformance package imports nothing but Node and itself', () => {
  const imports = filesIn('conformance/src').flatMap((file) => importsOf(file))
  expect(imports.length).toBeGreaterThan(20)
  expect(imports.filter(({ target }) => !/^(node:|conformance\/src\/)/.test(target))).toEqual([])
})

it('a folder of src imports only from folders above it in the list of docs/architecture.md', () => {
  const lines = read('docs/architecture.md').matchAll(/^\d+\. ((?:`[a-z-]+`(?:, )?)+)$/gm)
  const levels = new Map(
    [...lines].flatMap(([, names], level) => names!.split(', ').map((name) => [name.slice(1, -1), level])),
  )
  const folders = readdirSync(path.join(ROOT, 'src'), { withFileTypes: true }).filter((f) => f.isDirectory())
  expect([...levels.keys()].sort()).toEqual(folders.map(({ name }) => name).sort())
  const folderOf = (file: string) => file.split('/')[1]!
  const upward = FILES.filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => importsOf(file))
    .filter(({ file, target }) => levels.has(folderOf(file)) && levels.has(folderOf(target)))
    .filter(({ file, target }) => folderOf(file) !== folderOf(target))
    .filter(({ file, target }) => levels.get(folderOf(target))! >= levels.get(folderOf(file))!)
  expect(upward).toEqual([])
})

it('no files of src import one another in a circle while they run', () => {
  const targets = new Map(FILES.map((file) => [file, importsOf(file, true).map(({ target }) => target)]))
  const visited = new Map<string, 'open' | 'done'>()
  const circles: string[][] = []
  const visit = (file: string, way: string[]) => {
    if (visited.get(file) === 'open') circles.push([...way.slice(way.indexOf(file)), file])
    if (visited.has(file)) return
    visited.set(file, 'open')
    for (const target of targets.get(file) ?? []) visit(target, [...way, file])
    visited.set(file, 'done')
  }
  for (const file of FILES) visit(file, [])
  expect(circles).toEqual([])
})

function filesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => path.join(folder, file))
}

/** The imports of a file, or only those while it runs. Files of the project are named from its folder. */
function importsOf(file: string, running = false): { file: string; target: string }[] {
  const text = running ? read(file).replace(/^(import|export) type [^;]*? from '[^']+'$/gm, '') : read(file)
  const named = text.matchAll(
    /\b(?:from|import) '([^']+)'|\bimport\('([^']+)'|\bnew URL\('(\.[^']+)', import\.meta/g,
  )
  return [...named].map(([, from, later, url]) => {
    const name = (from ?? later ?? url)!
    const local = name.startsWith('.') || url !== undefined
    return { file, target: local ? path.join(path.dirname(file), name) : name }
  })
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}
