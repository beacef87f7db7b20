// Builds the browser's code into dist/web: node scripts/build-web.mjs. Needs Node 24 and the dependencies.
import { copyFileSync, cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'vite'
import { renderDocs } from './render-docs.ts'

// Built in another folder and renamed when complete, so that a service that starts meanwhile has
// the old pages. The process id in the names keeps two builds at once apart.
const [web, aside, before] = ['dist/web', `dist/web-new-${process.pid}`, `dist/web-before-${process.pid}`]
rmSync(aside, { recursive: true, force: true })
for (const mode of ['production', 'lists', 'admin', 'embed', 'worker', 'render'])
  await build({ mode, build: { outDir: aside } })
copyFileSync('web/icon.svg', `${aside}/icon.svg`)
const book = renderDocs('docs')
writeFileSync(`${aside}/docs.json`, JSON.stringify(book))
for (const picture of book.pictures) cpSync(`docs/${picture}`, `${aside}/docs/${picture}`)
rmSync(before, { recursive: true, force: true })
try {
  renameSync(web, before)
} catch (error) {
  if (error.code !== 'ENOENT') throw error
}
renameSync(aside, web)
rmSync(before, { recursive: true, force: true })
