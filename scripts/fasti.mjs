#!/usr/bin/env node
// The package's command `fasti`; `npm run fasti -- …` does the same.
process.argv.splice(2, 0, 'src/main.mjs')
await import('./run.mjs')
