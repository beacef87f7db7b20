// `npm run check`: types, lint and format side by side. `npm run format` first fixes what can be fixed.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { auditDependencies } from './audit.ts'

const TSC = 'node_modules/typescript/bin/tsc'
const ESLINT = 'node_modules/eslint/bin/eslint.js'
const PRETTIER = 'node_modules/prettier/bin/prettier.cjs'

async function run(command: string[]) {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise<number | null>((done) => child.once('exit', done))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { ok: code === 0, output: out + err }
}

async function check(name: string, command: string[]) {
  const { ok, output } = await run(command)
  console.log(ok ? `${name}: ok` : `${name}: FAILED\n${output}`)
  return { name, ok }
}

async function audit() {
  const { ok, output } = await auditDependencies()
  console.log(ok ? `dependencies: ${output || 'ok'}` : `dependencies: FAILED\n${output}`)
  return { name: 'dependencies', ok }
}

if (process.argv.includes('--fix')) {
  await run([ESLINT, '--fix', '.'])
  await run([PRETTIER, '--write', '.'])
}
const results = await Promise.all([
  check('types', [TSC, '--pretty']),
  check('types of the pages', [TSC, '--pretty', '--project', 'web']),
  check('types of the portal', [TSC, '--pretty', '--project', 'web/admin']),
  check('types of the client', [TSC, '--pretty', '--project', 'client']),
  check('lint', [ESLINT, '--color', '--max-warnings=0', '.']),
  check('format', [PRETTIER, '--check', '--log-level=warn', '.']),
  audit(),
])
const failed = results.filter((result) => !result.ok).map((result) => result.name)
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
