import { expect, it } from 'vitest'
import { useTestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

/** Requests that an observer of one signed request can forge: MD5 is over texts without separators. */
const app = useTestApp('sqlite')

it('text that slides from one parameter to the next becomes a value that is refused', async () => {
  const club = await app.publisher()
  const url = club.signedUrl('/batch/events?type=private&limit=10&page=1')
  expect((await send(url)).status).toBe(200)
  const slid = await send(url.replace('limit=10&page=1', 'limit=10page1'))
  expect({ status: slid.status, errors: slid.body.errors }).toMatchObject({
    status: 400,
    errors: { limit: expect.any(String) },
  })
})

it('text that slides into the body is no JSON, and JSON that slides out leaves none', async () => {
  const club = await app.publisher()
  const body = '{"ids":["6942008c26465d00029e4470"]}'
  const url = club.signedUrl('/batch/events/search?type=private', body)
  expect((await send(url, { method: 'POST', body })).status).toBe(200)
  const into = await send(url.replace('type=private', 'type='), { method: 'POST', body: `private${body}` })
  expect(into.body.errors.body).toMatch(/not valid JSON/)
  const out = await send(url.replace('type=private', `type=private${encodeURIComponent(body)}`), {
    method: 'POST',
  })
  expect(out.status).toBe(400)
})

it('a body with the bytes by which a hash is lengthened is refused, though its signature is right', async () => {
  const club = await app.publisher()
  const padding = Buffer.concat([
    Buffer.from([0x80]),
    Buffer.alloc(40),
    Buffer.from([0x10, 2, 0, 0, 0, 0, 0, 0]),
  ])
  const first = Buffer.from('{"ids":["6942008c26465d00029e4470"]}')
  for (const more of ['', '{"ids":[]}', ' ']) {
    const body = Buffer.concat([first, padding, Buffer.from(more)])
    const answer = await club.post('/batch/events/search?type=private', body)
    expect({ status: answer.status, errors: Object.keys(answer.body.errors as object) }).toEqual({
      ...{ status: 400, errors: ['body'] },
    })
  }
})
