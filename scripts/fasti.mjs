#!/usr/bin/env node
// What the package's command `fasti` runs; `npm run fasti -- …` does the same.
process.argv.splice(2, 0, 'src/main.mjs')
await import('./run.mjs')
