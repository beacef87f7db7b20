import { expect, it } from 'vitest'
import { dataFolder, startService } from './support/service-process.ts'
import { send } from './support/test-publisher.ts'

const REQUESTS = 8

it('adds up the metrics of all processes, whichever is asked', async () => {
  const settings = { FASTI_DATA: await dataFolder(), FASTI_URL: 'http://fasti.test' }
  const { url } = await startService(settings, ['--processes', '2'])
  // Each over a connection of its own, so that both processes get some.
  const headers = { connection: 'close' }
  for (let n = 0; n < REQUESTS; n++) expect((await send(`${url}/robots.txt`, { headers })).status).toBe(200)
  const counted = async () => {
    const { text } = await send(`${url}/metrics`, { headers })
    return Number(/_count\{group="page",method="GET",status="2xx"\} (\d+)/.exec(text)?.[1])
  }
  await expect.poll(counted).toBe(REQUESTS)
  const answers = await Promise.all([counted(), counted(), counted(), counted()])
  expect(answers).toEqual([REQUESTS, REQUESTS, REQUESTS, REQUESTS])
})
