import { describe, expect, it } from 'vitest'
import { eraseSubscriber } from '../../src/personal-data/erase-subscriber.ts'
import { addRedirect, removeRedirect } from '../../src/redirects/save-redirect.ts'
import { environmentOf } from '../cli/run-fasti.ts'
import { runHere } from '../cli/run-here.ts'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

describe.each(DATABASES)('old feed addresses on %s', (kind) => {
  const app = useTestApp(kind)
  const host = `${kind}.old.example.com`
  const old = (address: string) => send(`${app.url}/old/${address}`)

  it('lead to the feed of a subscriber or calendar, however they are spelled', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const calendarId = await club.calendar({ reference: `ref-${kind}` })
    expect(await addRedirect(app.ctx, club.id, `webcal://${host}/feeds/é b.ics`, fan.email)).toBe(true)
    expect(await addRedirect(app.ctx, club.id, `https://${host}/feeds/%C3%A9%20b.ics`, fan.svcId)).toBe(false)
    expect(await addRedirect(app.ctx, club.id, `${host}/club.ics?id=7`, `ref-${kind}`)).toBe(true)
    const { httpsCalUrl } = fan.record.calendarUrl
    for (const address of ['/feeds/%C3%A9%20b.ics', '/feeds/%c3%a9%20b.ics?nocache=1']) {
      const moved = await old(host.toUpperCase() + address)
      expect([moved.status, moved.headers.get('location')]).toEqual([301, httpsCalUrl])
    }
    const moved = await old(`${host}/club.ics?id=7`)
    expect(moved.headers.get('location')).toBe(`https://fasti.test/calendar/${calendarId}.ics`)
    expect((await old(`${host}/club.ics?id=8`)).status).toBe(404)
    expect((await old(`${host}/club.ics`)).status).toBe(404)
  })

  it('lead nowhere else', async () => {
    for (const address of [
      'evil.example/x',
      '/evil.example/x',
      'https://evil.example/',
      '%2e%2e/x',
      '',
      'a@b.example/x',
      'x'.repeat(3000),
    ]) {
      const answer = await old(address)
      expect([404, 414]).toContain(answer.status)
      expect(answer.headers.get('location')).toBeNull()
    }
  })

  it('belong to one publisher, and to one feed', async () => {
    const [club, other] = [await app.publisher(), await app.publisher()]
    const [fan, another] = [await club.subscriber(), await club.subscriber()]
    const address = `${host}/one.ics`
    await addRedirect(app.ctx, club.id, address, fan.svcId)
    await expect(addRedirect(app.ctx, club.id, address, another.svcId)).rejects.toThrow('leads elsewhere')
    await expect(addRedirect(app.ctx, other.id, address, (await other.subscriber()).svcId)).rejects.toThrow(
      'leads elsewhere',
    )
    await expect(addRedirect(app.ctx, other.id, `${host}/two.ics`, fan.svcId)).rejects.toThrow(
      'no subscriber and no calendar',
    )
    await expect(addRedirect(app.ctx, club.id, host, fan.svcId)).rejects.toThrow('not the address of a feed')
    expect(await removeRedirect(app.ctx, other.id, address)).toBe(false)
    expect((await old(address)).status).toBe(301)
    expect(await removeRedirect(app.ctx, club.id, address)).toBe(true)
    expect((await old(address)).status).toBe(404)
  })

  it('end with fresh links as the old link does, and go with an erased person', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    await addRedirect(app.ctx, club.id, `${host}/fan.ics`, fan.svcId)
    await send(`${fan.manageUrl}/rotate`, { method: 'POST' })
    const { location } = Object.fromEntries((await old(`${host}/fan.ics`)).headers)
    expect(location).toBe(fan.record.calendarUrl.httpsCalUrl)
    const feed = await send(app.url + new URL(location!).pathname)
    expect(feed.text.match(/BEGIN:VEVENT/g)).toHaveLength(1)

    await eraseSubscriber(app.ctx, club.id, fan.svcId)
    expect((await old(`${host}/fan.ics`)).status).toBe(404)
    const left = await app.ctx.db
      .selectFrom('feed_redirect')
      .select('key')
      .where('target_id', '=', fan.svcId)
      .execute()
    expect(left).toEqual([])
  })
})

describe('fasti redirect', () => {
  const app = useTestApp('sqlite')

  it('adds, lists and removes', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const run = (...args: string[]) =>
      runHere(['redirect', ...args, '--publisher', `${club.id}`], environmentOf(app.ctx.config))
    expect(await run('add', 'http://cli.old.example.com/a.ics', '--to', fan.svcId)).toMatchObject({ code: 0 })
    const listed = await run('list', '--address', 'cli.old.example.com/a.ics')
    expect(JSON.parse(listed.stdout)).toMatchObject({ kind: 'subscriber', id: fan.svcId })
    expect(listed.stdout).not.toContain('cli.old')
    await removeRedirect(app.ctx, club.id, 'cli.old.example.com/a.ics')
    expect(await run('remove', 'cli.old.example.com/a.ics')).toMatchObject({
      code: 1,
      stderr: 'fasti: the address led nowhere\n',
    })
  })
})
