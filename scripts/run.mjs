// Behind `npm start`, `npm test` and every other script: node scripts/run.mjs [--node-flags] <file> [args…]
// Runs the file on Node 24 with the dependencies in place, having brought what was missing. This file and those it
// imports also run on older Node.
import { delimiter, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runChild } from './run-child.mjs'
import { node, ROOT, setUp } from './set-up.mjs'

// npm runs scripts in the project's folder and tells in INIT_CWD where the user stood. File names typed by the
// user are relative to FASTI_CWD; the working directory is always the project's folder.
process.env.FASTI_CWD = (process.cwd() === ROOT && process.env.INIT_CWD) || process.cwd()
process.chdir(ROOT)
if (process.env.npm_lifecycle_event) stopWithParent()
await setUp()

// As in deploy/: of what is freed more goes back to the system.
process.env.MALLOC_ARENA_MAX ??= '1'
process.env.MALLOC_MMAP_THRESHOLD_ ??= '524288'
process.env.PATH = dirname(node) + delimiter + process.env.PATH
const fileAt = process.argv.findIndex((arg, i) => i > 1 && !arg.startsWith('-'))
const flags = process.argv.slice(2, fileAt)
const [file, ...args] = process.argv.slice(fileAt)
if (node === process.execPath && flags.length === 0) {
  process.argv.splice(1, Infinity, resolve(file), ...args)
  await import(pathToFileURL(file).href)
} else {
  const { code, signal } = await runChild(node, [...flags, resolve(file), ...args], { stdio: 'inherit' })
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code
}

/** npm that is told to stop ends its shell, which leaves without passing that on. */
function stopWithParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
