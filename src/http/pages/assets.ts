import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { WidgetConfig } from '../widget/answers.ts'
import type { PageData, Visit } from './page.ts'

/** The output folder of `npm run build`. */
export const WEB_FOLDER = path.resolve(import.meta.dirname, '../../../dist/web')

/** Scripts and styles of a page, as paths from the root of the service. */
export interface PageAssets {
  script: string
  /** Modules imported by the script, to be preloaded. */
  imports: string[]
  styles: string[]
  /** Renders the content of the page as HTML; undefined if only its script can. */
  render: (page: PageData<unknown>, visit: Visit) => string | undefined
}

/** Turns the fields of the form for people without scripts into the body of a request to subscribe. */
export type ReadPlainForm = (config: WidgetConfig, search: string, form: URLSearchParams) => object

/** The exports of `web/render.tsx`. */
export interface Renderer {
  render: (name: string, page: PageData<unknown>, visit: Visit) => string | undefined
  readPlainForm: ReadPlainForm
}

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** Manifests of the builds in vite.config.ts. */
const MANIFESTS = ['.vite/manifest.json', '.vite/lists.json', '.vite/admin.json']

/** Returns the assets of a page by name. */
export type FindAssets = (page: string) => PageAssets

/** Loads the module that renders pages. */
export async function loadRenderer(): Promise<Renderer> {
  const built = path.join(WEB_FOLDER, 'render.js')
  if (!existsSync(built)) throw new Error('the pages are not built; run: npm run build')
  return (await import(pathToFileURL(built).href)) as Renderer
}

/** Reads the manifests of the build. */
export function readPageAssets({ render }: Renderer): FindAssets {
  const pages = new Map<string, PageAssets>()
  for (const name of MANIFESTS) {
    const file = path.join(WEB_FOLDER, name)
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
    for (const chunk of Object.values(manifest)) {
      const { name } = chunk
      if (chunk.isEntry && name)
        pages.set(name, { ...assetsOf(chunk, manifest), render: (page, visit) => render(name, page, visit) })
    }
  }
  return (page) => {
    const assets = pages.get(page)
    if (!assets) throw new Error(`there is no page ${page} in the build`)
    return assets
  }
}

function assetsOf(entry: Chunk, manifest: Record<string, Chunk>): Omit<PageAssets, 'render'> {
  const chunks = new Set<Chunk>([entry])
  for (const chunk of chunks) for (const key of chunk.imports ?? []) chunks.add(manifest[key]!)
  const [, ...imported] = chunks
  return {
    script: `/${entry.file}`,
    imports: imported.map((chunk) => `/${chunk.file}`),
    styles: [...new Set([...imported, entry].flatMap((chunk) => chunk.css ?? []))].map(
      (style) => `/${style}`,
    ),
  }
}
