import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Receiver } from '../../conformance/src/receiver.ts'
import { openRaw } from '../support/raw-http.ts'

it('takes what comes after a request that was broken off', async () => {
  await using receiver = await Receiver.listen(0, '127.0.0.1')
  const url = `http://127.0.0.1:${receiver.port}`
  const { socket } = await openRaw(url)
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf')
  await sleep(20)
  socket.resetAndDestroy()
  expect((await fetch(url, { method: 'POST', body: '{"whole":1}' })).status).toBe(204)
  expect(await receiver.next(({ whole }) => whole === 1)).toMatchObject({ raw: '{"whole":1}' })
})
