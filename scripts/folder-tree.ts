import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
/** Folders whose subfolders are in the tree too. */
const OPEN = ['src', 'src/db', 'src/http', 'web']
const COLUMN = 18

/**
 * The folders of the repository, each with the first sentence of its README, and the files of `src` with their lines
 * in its README. Throws for a folder without a README and for a file of `src` that is not listed.
 */
export function folderTree(): string {
  return foldersIn('.')
    .flatMap((folder) => linesOf(folder, 0))
    .join('\n')
}

function linesOf(folder: string, depth: number): string[] {
  const isOpen = OPEN.includes(folder)
  const files = folder === 'src' ? sourceFiles().map(([name, text]) => lineOf(name, text, depth + 1)) : []
  const folders = isOpen ? foldersIn(folder).flatMap((inner) => linesOf(inner, depth + 1)) : []
  return [lineOf(`${path.basename(folder)}/`, firstSentence(folder), depth), ...files, ...folders]
}

function lineOf(name: string, text: string, depth: number): string {
  return ('  '.repeat(depth) + name).padEnd(COLUMN) + text
}

function foldersIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignored().includes(`${entry.name}/`),
    )
    .map((entry) => path.join(folder, entry.name))
    .sort()
}

function ignored(): string[] {
  return readFileSync(path.join(ROOT, '.gitignore'), 'utf8').split('\n')
}

/** Without its full stop and backticks. A title does not count. */
function firstSentence(folder: string): string {
  const paragraph = readme(folder)
    .split('\n')
    .find((line) => line && !line.startsWith('#'))
  const sentence = paragraph && /^(.+?)\.(?:\s|$)/.exec(paragraph)
  if (!sentence) throw new Error(`${folder}/README.md has no first sentence`)
  return sentence[1]!.replaceAll('`', '')
}

function sourceFiles(): [name: string, text: string][] {
  const listed = [...readme('src').matchAll(/^- `(.+?)`: (.+)$/gm)].map(
    ([, name, text]) => [name!, text!] as const,
  )
  const files = readdirSync(path.join(ROOT, 'src')).filter(
    (name) => /\.(ts|mjs)$/.test(name) && !/\.test\./.test(name),
  )
  const different = new Set(files).symmetricDifference(new Set(listed.map(([name]) => name)))
  if (different.size > 0)
    throw new Error(`src/README.md and the files of src differ: ${[...different].join(', ')}`)
  return listed.map(([name, text]) => [name, text.replaceAll('`', '')])
}

function readme(folder: string): string {
  return readFileSync(path.join(ROOT, folder, 'README.md'), 'utf8')
}
