import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { sendParts } from '../../src/http/send-parts.ts'

it('stops making parts when the client leaves, whether or not it reads', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  let made = 0
  let ended: (() => void) | undefined
  async function* endless() {
    try {
      for (;;) {
        made++
        yield await Promise.resolve('part '.repeat(10_000))
      }
    } finally {
      ended?.()
    }
  }
  app.get('/', (_req, reply) => sendParts(reply, endless(), { 'content-type': 'text/plain' }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  for (const reads of [true, false]) {
    const over = new Promise<void>((done) => (ended = done))
    const request = get(url, { agent: false })
    request.on('error', () => {})
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    if (reads) response.resume()
    request.destroy()
    await over
  }
  const before = made
  await (await fetch(`${url}/none`)).text()
  expect(made).toBe(before)
})
