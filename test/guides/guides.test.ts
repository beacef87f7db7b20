import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environmentOf } from '../cli/run-fasti.ts'
import { runHere } from '../cli/run-here.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const ROOT = path.resolve('.')
/** Commands that start or test the whole service. They are left out: here it is running already. */
const WHOLE = ['npm start', 'npm test']
const END = '----- end of block -----'

/** A block of a guide: code of a shell or of TypeScript, and the output that is shown below it. */
interface Block {
  language: 'sh' | 'ts'
  code: string
  shown: string | undefined
}

/**
 * Runs the blocks of pages one after the other in one shell, as somebody would who follows them in a folder of
 * their own. `npm run fasti` is this tree's, and the service the test's.
 */
describe.each([
  ['README.md'],
  ['docs/guides/first-event.md', 'docs/guides/private-events.md', 'docs/guides/webhooks.md'],
])('what %s tells to do', (...pages) => {
  let app: TestApp
  let folder: string
  let fasti: Awaited<ReturnType<typeof startFasti>>
  beforeAll(async () => {
    app = await startTestApp('sqlite', { reachable: true })
    fasti = await startFasti(environmentOf(app.ctx.config))
    folder = mkdtempSync(path.join(tmpdir(), 'fasti-guide-'))
  })
  afterAll(async () => {
    await fasti[Symbol.asyncDispose]()
    await app.close()
    rmSync(folder, { recursive: true })
  })

  it('works, and answers what it shows', async () => {
    const blocks = pages.flatMap((page) => blocksOf(readFileSync(page, 'utf8')))
    expect(blocks.length).toBeGreaterThan(5)
    const script = [
      preamble(fasti.url),
      ...blocks.map((block, index) => commandOf(block, index, app, folder)),
    ]
    const { stdout, stderr, failed } = await bash(script.join('\n'), folder)
    expect(failed, `${stderr}\n${stdout}`).toBe(false)
    const outputs = stdout.split(`${END}\n`)
    expect(outputs).toHaveLength(blocks.length + 1)
    for (const [index, { code, shown }] of blocks.entries()) {
      const output = outputs[index]!.replaceAll(/\r/g, '').trimEnd()
      if (shown !== undefined) expect(output, code).toMatch(pattern(shown))
      else expect(output, code).not.toMatch(/"status":"[45]/)
    }
  })
})

function blocksOf(page: string): Block[] {
  const fences = [...page.matchAll(/^```(\w+)\n(.*?)^```$(\n*(?=^```text))?/gms)]
  return fences.flatMap(([, language, code, above], index) => {
    if ((language !== 'sh' && language !== 'ts') || WHOLE.includes(code!.trim())) return []
    const shown = above === undefined ? undefined : fences[index + 1]![2]!.trimEnd()
    return [{ language, code: code!, shown }]
  })
}

/** As a regular expression: `…` stands for whatever is another each time. */
function pattern(shown: string): RegExp {
  return new RegExp(
    `^${shown
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('[^"\\n]*')}$`,
  )
}

/**
 * Answers `npm run --silent fasti -- …` of the shell. Each start of the program would cost half a second, of which
 * the other tests of the command line have enough: this runs it here.
 */
async function startFasti(env: NodeJS.ProcessEnv): Promise<AsyncDisposable & { url: string }> {
  const answer = async (asked: string) => {
    const [FASTI_CWD, FASTI_API_KEY, FASTI_SECRET, ...args] = asked.split('\0').slice(0, -1)
    const own = { FASTI_CWD, FASTI_API_KEY, FASTI_SECRET, FASTI_ALLOW_PRIVATE_CALLBACKS: '1' }
    return runHere(args, { ...env, ...own })
  }
  const server = createServer((req, res) => {
    void buffer(req)
      .then((body) => answer(body.toString()))
      .then(({ code, stdout, stderr }) => res.writeHead(code === 0 ? 200 : 500).end(stdout || stderr))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

function preamble(fasti: string): string {
  return `set -euo pipefail
npm() {
  shift 4
  printf '%s\\0' "$PWD" "\${FASTI_API_KEY-}" "\${FASTI_SECRET-}" "$@" | curl -s --fail-with-body --data-binary @- '${fasti}'
}
node() { '${process.execPath}' "$@"; }`
}

function commandOf({ language, code }: Block, index: number, app: TestApp, folder: string): string {
  // Nothing is sent out of this machine.
  const here = code
    .replaceAll('http://localhost:8080', app.url)
    .replaceAll('https://example.com/hook', `${app.url}/hook`)
  if (language === 'sh') return `${here}\necho '${END}'`
  const file = path.join(folder, `block-${index}.ts`)
  const client = path.join(ROOT, 'client/src/index.ts')
  writeFileSync(file, here.replaceAll("'@fasti/client'", `'${client}'`))
  return `SERVICE='${app.url}' WEBHOOK_SECRET=whsec_c2VjcmV0 node --no-warnings '${file}'\necho '${END}'`
}

function bash(script: string, cwd: string): Promise<{ stdout: string; stderr: string; failed: boolean }> {
  return new Promise((done) => {
    // Compiled once, and not by each block anew.
    const cache = path.join(ROOT, 'node_modules/.compile-cache')
    const env = { PATH: process.env.PATH, HOME: cwd, NODE_COMPILE_CACHE: cache }
    const options = { cwd, env, timeout: 55_000, killSignal: 'SIGKILL' as const }
    execFile('bash', ['-c', script], options, (error, stdout, stderr) =>
      done({ stdout, stderr, failed: error !== null }),
    )
  })
}
