import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, gunzipSync, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { feedsOfManyShapes } from '../support/feed-shapes.ts'
import { lintIcs } from '../support/ics-lint.ts'
import { rawGet, type WireAnswer } from '../support/raw-get.ts'
import { useTestApp } from '../support/test-app.ts'
import { BEHIND_PROXY } from '../support/users.ts'

const GZIP = { 'accept-encoding': 'gzip' }
const MAX_FEED_BYTES = 900_000
/** RFC 1952, 2.3: the header without optional fields, and the trailer. */
const HEADER_BYTES = 10
const TRAILER_BYTES = 8

const UNGZIP_PY = `
import gzip, sys
for name in sys.argv[1:]:
    with open(name, 'rb') as f:
        data = gzip.decompress(f.read())
    with open(name + '.py', 'wb') as out:
        out.write(data)
`

interface Shape {
  name: string
  url: string
  plain: WireAnswer
  gzip: WireAnswer
  /** The path of a file with the gzip body. */
  file: string
}

describe('feeds of many shapes, compressed', () => {
  const app = useTestApp('sqlite', BEHIND_PROXY)
  const browser = useBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'fasti-gzip-'))
  const shapes: Shape[] = []

  beforeAll(async () => {
    for (const [name, url] of Object.entries(await feedsOfManyShapes(app))) {
      const [plain, gzip] = [await rawGet(url), await rawGet(url, GZIP)]
      const file = join(folder, `${shapes.length}.gz`)
      writeFileSync(file, gzip.body)
      shapes.push({ name, url, plain, gzip, file })
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const files = () => shapes.map(({ file }) => file)
  const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

  it('are sound calendars within the size, each of its own', () => {
    expect(shapes.length).toBeGreaterThan(12)
    for (const { name, plain } of shapes) {
      expect(plain.status, name).toBe(200)
      expect(lintIcs(plain.body), name).toEqual([])
      expect(plain.body.length, name).toBeLessThanOrEqual(MAX_FEED_BYTES)
    }
    const cut = shapes.filter(({ name }) => name.endsWith(', cut'))
    expect(cut).toHaveLength(2)
    for (const { name, plain } of cut) {
      expect(plain.body.length, name).toBeGreaterThan(MAX_FEED_BYTES - 5000)
      expect(plain.body.includes('SUMMARY:More events follow\r\n'), name).toBe(true)
      expect(plain.body.includes('DTSTART;TZID=Europe/London:20210101'), name).toBe(false)
    }
    const bodies = new Set(shapes.map(({ plain }) => createHash('sha1').update(plain.body).digest('hex')))
    expect(bodies.size).toBe(shapes.length)
  })

  it('say what they are, in bytes, and differ in their tags only', () => {
    for (const { name, plain, gzip } of shapes) {
      expect(gzip.headers['content-encoding'], name).toBe('gzip')
      expect(plain.headers['content-encoding'], name).toBeUndefined()
      for (const { headers, body } of [plain, gzip]) {
        expect(headers['content-length'], name).toBe(String(body.length))
        expect(headers.vary, name).toMatch(/^accept-encoding$/i)
        expect(headers.etag, name).toMatch(/^"[^"]+"$/)
      }
      expect(gzip.headers.etag, name).not.toBe(plain.headers.etag)
      for (const header of ['cache-control', 'content-type', 'content-disposition'])
        expect(gzip.headers[header], name).toEqual(plain.headers[header])
    }
  })

  it('are one gzip member with the right checksum and length, and nothing behind it', () => {
    for (const { name, plain, gzip } of shapes) {
      const { body } = gzip
      expect(body.subarray(0, 3).toString('hex'), name).toBe('1f8b08')
      expect(body[3], name).toBe(0)
      const deflated = body.subarray(HEADER_BYTES, -TRAILER_BYTES)
      const { buffer, engine } = inflateRawSync(deflated, { info: true }) as unknown as {
        buffer: Buffer
        engine: { bytesWritten: number }
      }
      expect(buffer.equals(plain.body), name).toBe(true)
      expect(engine.bytesWritten, name).toBe(deflated.length)
      expect(body.readUInt32LE(body.length - 8), name).toBe(crc32(plain.body))
      expect(body.readUInt32LE(body.length - 4), name).toBe(plain.body.length)
      expect(gunzipSync(body).equals(plain.body), name).toBe(true)
    }
  })

  it('are worth it', () => {
    for (const { name, plain, gzip } of shapes.filter(({ plain }) => plain.body.length > 10_000))
      expect(gzip.body.length, name).toBeLessThan(plain.body.length / 2)
  })

  it('are read by gunzip', ({ skip }) => {
    skip(!has('gunzip', '--version'), 'no gunzip')
    execFileSync('gunzip', ['--test', ...files()])
    execFileSync('gunzip', ['--keep', ...files()])
    for (const { name, plain, file } of shapes)
      expect(readFileSync(file.replace(/\.gz$/, '')).equals(plain.body), name).toBe(true)
  })

  it('are read by Python', ({ skip }) => {
    skip(!has('python3', '--version'), 'no Python')
    execFileSync('python3', ['-c', UNGZIP_PY, ...files()])
    for (const { name, plain, file } of shapes)
      expect(readFileSync(`${file}.py`).equals(plain.body), name).toBe(true)
  })

  it('are read by curl', async ({ skip }) => {
    skip(!has('curl', '--version'), 'no curl')
    // Not in step with us: the service runs in this process.
    const args = shapes.flatMap(({ url, file }) => ['--output', `${file}.curl`, url])
    const given = [
      '--silent',
      '--show-error',
      '--fail',
      '--compressed',
      '--noproxy',
      '*',
      '--write-out',
      '%header{content-encoding}\n',
    ]
    const { stdout } = await promisify(execFile)('curl', [...given, ...args])
    expect(stdout.trim().split('\n')).toEqual(shapes.map(() => 'gzip'))
    for (const { name, plain, file } of shapes)
      expect(readFileSync(`${file}.curl`).equals(plain.body), name).toBe(true)
  })

  it('are read by Chromium', async () => {
    // A page of ours may ask nobody for anything but what it needs.
    await using tab = await browser.open({ bypassCSP: true })
    await tab.page.goto(`${app.url}/healthz`)
    const read = await tab.page.evaluate(
      async (urls) => {
        const answers: [encoding: string | null, digest: string][] = []
        for (const url of urls) {
          const response = await fetch(url)
          const digest = await crypto.subtle.digest('SHA-1', await response.arrayBuffer())
          const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(
            '',
          )
          answers.push([response.headers.get('content-encoding'), hex])
        }
        return answers
      },
      shapes.map(({ url }) => url),
    )
    const expected = shapes.map(({ plain }) => ['gzip', createHash('sha1').update(plain.body).digest('hex')])
    expect(read).toEqual(expected)
  })

  it('are the same to the byte when read again, whatever was read in between', async () => {
    for (const { name, url, plain, gzip } of [...shapes].reverse()) {
      expect((await rawGet(url, GZIP)).body.equals(gzip.body), name).toBe(true)
      expect((await rawGet(url)).body.equals(plain.body), name).toBe(true)
    }
  })

  it('answer HEAD as GET, without the bytes, and 304 to either tag', async () => {
    for (const { name, url, plain, gzip } of shapes) {
      for (const [headers, full] of [
        [{}, plain],
        [GZIP, gzip],
      ] as const) {
        const head = await rawGet(url, headers, 'HEAD')
        expect([head.status, head.body.length], name).toEqual([200, 0])
        for (const header of ['etag', 'content-length', 'content-encoding', 'content-type', 'vary'])
          expect(head.headers[header], `${name}: ${header}`).toEqual(full.headers[header])
        for (const { headers: known } of [plain, gzip]) {
          const answer = await rawGet(url, { ...headers, 'if-none-match': known.etag! })
          expect([answer.status, answer.body.length], name).toEqual([304, 0])
          expect([answer.headers.etag, answer.headers.vary], name).toEqual([
            full.headers.etag,
            full.headers.vary,
          ])
          expect(answer.headers['content-encoding'], name).toBeUndefined()
        }
      }
    }
  })

  it.each<[header: string | undefined, encoding: 'gzip' | undefined]>([
    ['gzip', 'gzip'],
    ['GZip', 'gzip'],
    ['gzip, deflate, br, zstd', 'gzip'],
    ['deflate, gzip;q=1.0, *;q=0.5', 'gzip'],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip ; q=1', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate, br', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0.0', undefined],
    ['gzip;q=0.000, identity', undefined],
    ['gzip ; q=0', undefined],
    ['gzip;Q=0', undefined],
    ['notgzip', undefined],
    [',,;q=,', undefined],
    // Refusing every encoding still gets the calendar: an application would wipe its copy at an error.
    ['identity;q=0', undefined],
    ['*;q=0', undefined],
  ])('are sent as it is asked for: %s', async (header, encoding) => {
    const { url, plain, gzip } = shapes.find(({ name }) => name === '50 events')!
    const answer = await rawGet(url, header === undefined ? {} : { 'accept-encoding': header })
    const wanted = encoding ? gzip : plain
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, encoding])
    expect(answer.headers.etag).toBe(wanted.headers.etag)
    expect(answer.body.equals(wanted.body)).toBe(true)
  })
})
