import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sweepImages } from '../../src/images/sweep-images.ts'
import { DATABASES } from '../support/databases.ts'
import { png } from '../support/pictures.ts'
import { useTestApp } from '../support/test-app.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const DAY_MS = 86_400_000
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

describe.each(DATABASES)('pictures on %s', (kind) => {
  const app = useTestApp(kind, BEHIND_PROXY)
  const body = (file: Buffer | string) => ({ file: Buffer.from(file).toString('base64') })
  const pathOf = (url: string) => app.url + new URL(url).pathname

  it('are uploaded, drawn again, and shown to anybody for ever', async () => {
    const club = await app.publisher()
    const ed = await userOf(app, club, 'editor')
    const { status, body: answer } = await ed.post('/pictures', body(png(300, 200)))
    expect(status).toBe(200)
    expect(answer.data.url).toMatch(/^https:\/\/fasti\.test\/logo\/[0-9a-f]{24}\.png$/)
    const shown = await fetch(pathOf(answer.data.url))
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const { width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect([width, height]).toEqual([256, 256])
    const calendar = (await ed.post('/calendars', { name: 'First team', logo: answer.data.url })).body.data
    expect(calendar.logo).toBe(answer.data.url)
  })

  it.each<[string, Buffer | string, string]>([
    ['SVG', SVG, 'must be a PNG or JPEG image'],
    ['nothing', '', 'must be a PNG or JPEG image'],
    ['one that is cut off', png(300, 200).subarray(0, 60), 'damaged'],
    ['more than 5 MB', Buffer.concat([png(100, 100), Buffer.alloc(5 * 2 ** 20)]), 'at most 5 MB'],
  ])('are refused: %s', async (_, file, reason) => {
    const ed = await userOf(app, await app.publisher(), 'editor')
    const refused = await ed.post('/pictures', body(file))
    expect(refused).toMatchObject({ status: 400, body: { statusLong: 'Invalid Picture Data' } })
    expect(refused.body.errors.file).toContain(reason)
  })

  it('are not taken from a viewer', async () => {
    const mate = await userOf(app, await app.publisher(), 'viewer')
    expect((await mate.post('/pictures', body(png(100, 100)))).status).toBe(403)
  })

  it('are removed a day later where nothing shows them', async () => {
    const club = await app.publisher()
    const ed = await userOf(app, club, 'editor')
    const add = async () => (await ed.post('/pictures', body(png(100, 100)))).body.data.url as string
    const [used, unused] = [await add(), await add()]
    await ed.post('/calendars', { name: 'First team', logo: used })
    const sweep = (now: number) =>
      sweepImages({ db: app.ctx.db, now: () => now }, new AbortController().signal)
    const shown = async (url: string) => (await fetch(pathOf(url))).status
    await sweep(Date.now())
    expect([await shown(used), await shown(unused)]).toEqual([200, 200])
    await sweep(Date.now() + 2 * DAY_MS)
    const left = await app.ctx.db
      .selectFrom('image')
      .select('id')
      .where('publisher_id', '=', club.id)
      .execute()
    expect(left.map(({ id }) => id)).toEqual([new URL(used).pathname.slice(6, 30)])
    expect(await shown(used)).toBe(200)
  })
})
