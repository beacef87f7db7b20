import { expect, it, vi } from 'vitest'
import { sendRaw } from '../support/raw-http.ts'
import { watchingRoutes } from '../support/routes.ts'
import { startTestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

const MARK = 'hunter2'
/** One for each place where somebody could put a secret. */
const secret = (place: string) => `${MARK}-${place}-${'x'.repeat(24)}`

it('is free of what was sent, whichever route it was sent to and whatever became of it', async () => {
  const routes = new Set<string>()
  const app = await watchingRoutes(
    () => startTestApp('sqlite'),
    ({ url }, method) => routes.add(`${method} ${url}`),
  )
  try {
    const club = await app.publisher()
    const body = JSON.stringify({
      ...{ email: `${secret('email')}@example.com`, password: secret('password'), token: secret('token') },
      ...{
        name: secret('name'),
        secret: secret('secret'),
        totp: '123456',
        url: `https://x/?${secret('url')}`,
      },
    })
    const walk = async () => {
      for (const route of routes) {
        const [method, url] = route.split(' ') as [string, string]
        const path = url.replace(/:\w+|\*/g, secret('path'))
        const query = new URLSearchParams({ apiSign: secret('sign'), x: secret('query') }).toString()
        const headers = { cookie: `session=${secret('cookie')}`, authorization: `Bearer ${secret('header')}` }
        const init = { method, headers, redirect: 'manual' as const }
        const known = `${app.url}${path}?apiKey=${club.apiKey}&${query}`
        for (const address of [`${app.url}${path}?${query}`, known])
          await send(address, { ...init, ...(!['GET', 'HEAD'].includes(method) && { body }) })
      }
    }
    await walk()
    // The same when the database fails, with an error that repeats all it was asked.
    const fault = () => {
      throw Object.assign(new Error(`near "${secret('sql')}": https://x/?${secret('link')}`), {
        detail: secret('detail'),
        cause: new Error(`${secret('cause')} ${secret('email')}@example.com`),
      })
    }
    const spies = [
      vi.spyOn(app.ctx.directory, 'find').mockImplementation(fault),
      vi.spyOn(app.ctx.links, 'read').mockImplementation(fault),
      vi.spyOn(app.ctx.database, 'read').mockImplementation(fault),
      vi.spyOn(app.ctx.db, 'selectFrom').mockImplementation(fault),
    ]
    await walk()
    for (const spy of spies) spy.mockRestore()
    for (const line of [
      `GET /${secret('raw')}`,
      `BREW /${secret('raw')} HTTP/1.1`,
      `GET /x?${secret('raw')} HTTP/9.9`,
    ])
      await sendRaw(app.url, `${line}\r\n\r\n`)
    const log = app.log.join('')
    expect(log).toContain('"status":403')
    expect(log).toContain('"level":50')
    expect(log).toContain('broken request')
    expect(routes.size).toBeGreaterThan(100)
    expect(app.log.filter((line) => line.includes(MARK))).toEqual([])
    expect(log).not.toContain(club.apiKey)
    expect(log).not.toContain('@example.com')
  } finally {
    await app.close()
  }
})
