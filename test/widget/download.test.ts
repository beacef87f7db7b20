import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { insertManyEvents, watchRows } from '../support/many-events.ts'
import { useTestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

/** A page of a walk, and what is read to begin with. */
const MOST_ROWS = 100
const LONG = 'Bring your card. '.repeat(470)

describe.each(DATABASES)('the download of all that is stored of a person on %s', (kind) => {
  const app = useTestApp(kind)
  let watch: ReturnType<typeof watchRows> | undefined
  afterEach(() => watch?.stop())

  async function fanWith(count: number, details = '') {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const { body } = await club.post('/batch/events', {
      type: 'private',
      events: [
        {
          svcId: fan.svcId,
          name: 'First',
          reference: `first-${fan.svcId}`,
          startDate: '2027-04-09',
          endDate: '2027-04-09',
          allDay: 'yes',
          draft: 0,
        },
      ],
    })
    const calendarId = body.items[0].scheduleId as string
    await insertManyEvents(app.ctx, club.id, count - 1, { calendarId, private: true, details })
    return { club, fan, url: `${fan.manageUrl}/download` }
  }
  const begin = async (url: string) => {
    const request = get(url, { agent: false })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { request, response }
  }
  /** Reads so far, once some answers came without another. */
  async function settled(reads: number[]): Promise<number> {
    for (let before = -1, quiet = 0; quiet < 10;) {
      await send(`${app.url}/healthz`)
      quiet = reads.length === before ? quiet + 1 : 0
      before = reads.length
    }
    return reads.length
  }

  it('is whole, and read page by page, with others in between', async () => {
    const { url } = await fanWith(2500)
    let others = 0
    watch = watchRows(app.ctx)
    let done = false
    const asking = (async () => {
      while (!done) {
        await send(`${app.url}/healthz`)
        others++
      }
    })()
    const answer = await send(url)
    done = true
    await asking
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    const { privateEvents } = answer.body
    expect(privateEvents).toHaveLength(2500)
    expect(new Set(privateEvents.map(({ name }: { name: string }) => name)).size).toBe(2500)
    expect(watch.reads.length).toBeGreaterThan(25)
    expect(Math.max(...watch.reads)).toBe(MOST_ROWS)
    expect(others).toBeGreaterThan(2)
  })

  it('goes no further than the client reads', { timeout: 60_000 }, async () => {
    const { url } = await fanWith(4000, LONG)
    watch = watchRows(app.ctx)
    const { request, response } = await begin(url)
    response.pause()
    const read = await settled(watch.reads)
    expect(read).toBeLessThan(40)
    request.on('error', () => {})
    request.destroy()
  })

  it('that fails half way does not look whole, nor to HTTP/1.0', async () => {
    const { fan, url } = await fanWith(2000)
    let pages = 0
    const failing = () =>
      (watch = watchRows(app.ctx, (rows) => {
        if (rows === MOST_ROWS && ++pages % 10 === 0) throw new Error('the disk failed')
      }))
    failing()
    await expect(send(url)).rejects.toThrow()

    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    const ended = new Promise<string>((done) => {
      socket.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? ''))
      socket.on('end', () => done('end'))
    })
    let text = ''
    socket.on('data', (data: Buffer) => void (text += data.toString()))
    socket.write(`GET ${new URL(url).pathname} HTTP/1.0\r\n\r\n`)
    expect(await ended).toBe('ECONNRESET')
    expect(text).toMatch(/^HTTP\/1\.1 200/)

    watch!.stop()
    expect((await send(url)).body.email).toBe(fan.email)
  })

  it('that fails before it begins is a plain refusal', async () => {
    const { url } = await fanWith(1)
    watch = watchRows(app.ctx, () => {
      throw new Error('the disk failed')
    })
    expect((await send(url)).status).toBe(500)
  })

  it('is there five times in ten minutes for each link', async () => {
    const { club, url } = await fanWith(1)
    for (let times = 0; times < 5; times++) expect((await send(url)).status).toBe(200)
    const refused = await send(url)
    expect(refused).toMatchObject({ status: 429, body: { status: '429' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(refused.headers.get('content-disposition')).toBeNull()
    const other = await club.subscriber()
    expect((await send(`${other.manageUrl}/download`)).status).toBe(200)
  })
})
