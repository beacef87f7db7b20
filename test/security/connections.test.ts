import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openMany, openRaw, trickle } from '../support/raw-http.ts'
import { type TestApp, useTestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

const HEAD = 'Host: localhost\r\n'
const limits =
  (most: number, perAddress: number) =>
  <T extends { http: object }>(config: T): T => ({
    ...config,
    http: { ...config.http, maxConnections: most, maxPerAddress: perAddress },
  })
const isServed = async (app: TestApp) => (await send(`${app.url}/healthz`)).status === 200

describe('many connections', () => {
  const app = useTestApp('sqlite', { config: limits(60, 0) })

  it('beyond the most are closed, and those that only wait make room', async () => {
    const idle = await openMany(app.url, 40, '127.0.0.2')
    for (const { socket } of idle) socket.write(`GET /healthz HTTP/1.1\r\n${HEAD}\r\n`)
    await expect.poll(() => idle.filter((connection) => connection.answer().status === 200)).toHaveLength(40)
    // These say nothing, so nobody knows yet that they are idle.
    const silent = await openMany(app.url, 200, '127.0.0.3')
    await Promise.all(idle.map(({ ended }) => ended))
    await expect
      .poll(() => silent.filter(({ socket }) => socket.destroyed).length)
      .toBeGreaterThanOrEqual(140)
    expect(app.log.join('')).toContain('too many connections, new ones are closed')
    for (const connection of silent) connection.close()
    await expect.poll(() => isServed(app).catch(() => false)).toBe(true)
  })
})

describe('connections of one address', () => {
  const app = useTestApp('sqlite', { config: limits(1000, 10) })

  it('are bounded, and keep nobody else out', async () => {
    const greedy = await openMany(app.url, 30, '127.0.0.4')
    await expect.poll(() => greedy.filter(({ socket }) => !socket.destroyed)).toHaveLength(10)
    const other = await openRaw(app.url, '127.0.0.5')
    other.socket.write(`GET /healthz HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`)
    await other.ended
    expect(other.answer().status).toBe(200)
    for (const connection of greedy) connection.close()
    await expect
      .poll(async () => {
        const again = await openRaw(app.url, '127.0.0.4')
        again.socket.write(`GET /healthz HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`)
        await again.ended
        return again.answer().status
      })
      .toBe(200)
  })
})

describe('slow clients', () => {
  const app = useTestApp('sqlite')

  it('are told off by their time for a head and a body, and others are served', async () => {
    const [silent, head, body] = await openMany(app.url, 3)
    const started = performance.now()
    head!.socket.write('GET /healthz HTTP/1.1\r\n')
    trickle(head!, 'X: y\r\n', 500)
    body!.socket.write(`POST /admin/api/session HTTP/1.1\r\n${HEAD}Content-Length: 100000\r\n\r\n`)
    trickle(body!, ' ', 500)
    expect(await isServed(app)).toBe(true)
    await Promise.all([silent!.ended, head!.ended])
    expect(performance.now() - started).toBeGreaterThan(9_500)
    expect(head!.answer()).toMatchObject({ status: 408, answers: 1 })
    expect(silent!.answer().text).toMatch(/^HTTP\/1\.1 408 |^$/)
    expect(await isServed(app)).toBe(true)
    body!.close()
  })
})

it('of one address may be any number behind a proxy, where all come from one', () => {
  const perAddress = (env: NodeJS.ProcessEnv) => readConfig(env).http.maxPerAddress
  expect(perAddress({})).toBe(500)
  expect(perAddress({ FASTI_TRUST_PROXY: '1', FASTI_MAX_CONNECTIONS_PER_ADDRESS: '20' })).toBe(0)
  expect(perAddress({ FASTI_MAX_CONNECTIONS_PER_ADDRESS: '20' })).toBe(20)
})
