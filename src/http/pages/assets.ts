import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Where `npm run build` puts what browsers get. */
export const WEB_FOLDER = path.resolve(import.meta.dirname, '../../../dist/web')

/** The scripts and styles of one page, as addresses from the root of the service. */
export interface PageAssets {
  script: string
  /** Modules the script imports, to be fetched with it rather than after it. */
  imports: string[]
  styles: string[]
}

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** What the build wrote about the pages, and about the publisher's portal. */
const MANIFESTS = ['.vite/manifest.json', '.vite/admin.json']

/** The assets of a page by its name. */
export type FindAssets = (page: string) => PageAssets

/** Reads what the build wrote about each page. */
export function readPageAssets(): FindAssets {
  const pages = new Map<string, PageAssets>()
  for (const name of MANIFESTS) {
    const file = path.join(WEB_FOLDER, name)
    if (!existsSync(file)) throw new Error('the pages are not built; run: npm run build')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
    for (const chunk of Object.values(manifest)) {
      if (chunk.isEntry && chunk.name) pages.set(chunk.name, assetsOf(chunk, manifest))
    }
  }
  return (page) => {
    const assets = pages.get(page)
    if (!assets) throw new Error(`there is no page ${page} in the build`)
    return assets
  }
}

function assetsOf(entry: Chunk, manifest: Record<string, Chunk>): PageAssets {
  const chunks = new Set<Chunk>([entry])
  for (const chunk of chunks) for (const key of chunk.imports ?? []) chunks.add(manifest[key]!)
  const [, ...imported] = chunks
  return {
    script: `/${entry.file}`,
    imports: imported.map((chunk) => `/${chunk.file}`),
    styles: [...new Set([...chunks].flatMap((chunk) => chunk.css ?? []))].map((style) => `/${style}`),
  }
}
