// Builds the browser's code into dist/web: node scripts/build-web.mjs. Needs Node 24 and the dependencies.
import { renameSync, rmSync } from 'node:fs'
import { build } from 'vite'

// Built aside and renamed when whole: a service that starts meanwhile finds the pages of before.
// Two builds at once don't meet: each has its own place.
const [web, aside, before] = ['dist/web', `dist/web-new-${process.pid}`, `dist/web-before-${process.pid}`]
rmSync(aside, { recursive: true, force: true })
for (const mode of ['production', 'admin', 'embed']) await build({ mode, build: { outDir: aside } })
rmSync(before, { recursive: true, force: true })
try {
  renameSync(web, before)
} catch (error) {
  if (error.code !== 'ENOENT') throw error
}
renameSync(aside, web)
rmSync(before, { recursive: true, force: true })
