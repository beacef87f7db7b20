// Used by `npm start`, `npm test` and every other script: node scripts/run.mjs [--node-flags] <file> [args…]
// Runs the file on Node 24 with the dependencies, after installing what is
// missing. This file and its imports also run on older versions of Node.
import { delimiter, dirname, resolve } from 'node:path'
import { runChild } from './run-child.mjs'
import { node, ROOT, setUp } from './set-up.mjs'

// npm runs scripts in the project's folder, with the user's folder in INIT_CWD. File names typed by
// the user are relative to FASTI_CWD; the working directory is always the project's folder.
process.env.FASTI_CWD = (process.cwd() === ROOT && process.env.INIT_CWD) || process.cwd()
process.chdir(ROOT)
if (process.env.npm_lifecycle_event) stopWithParent()
await setUp()

// As in deploy/: more freed memory returns to the system.
process.env.MALLOC_ARENA_MAX ??= '1'
process.env.MALLOC_MMAP_THRESHOLD_ ??= '524288'
// As in src/main.mjs, for what the tests start.
process.env.NODE_COMPILE_CACHE ??= resolve(ROOT, 'node_modules/.compile-cache')
process.env.PATH = dirname(node) + delimiter + process.env.PATH
const fileAt = process.argv.findIndex((arg, i) => i > 1 && !arg.startsWith('-'))
const flags = process.argv.slice(2, fileAt)
const [file, ...args] = process.argv.slice(fileAt)
// Also where this is Node 24: the file has to be the main one of its process (`import.meta.main`).
const { code, signal } = await runChild(node, [...flags, resolve(file), ...args], { stdio: 'inherit' })
if (signal) process.kill(process.pid, signal)
else process.exitCode = code

/**
 * When npm is stopped it ends its shell, which does not forward
 * the signal, so this process watches its parent.
 */
function stopWithParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
