import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useReceiver } from '../support/receiver.ts'
import { commandLinePublisher, type Settings, startService } from '../support/service-process.ts'

const receiver = useReceiver()
let settings: Settings

beforeEach(async () => {
  settings = {
    FASTI_DATA: await mkdtemp(path.join(tmpdir(), 'fasti-killed-')),
    FASTI_ALLOW_PRIVATE_CALLBACKS: '1',
    FASTI_WEBHOOK_RETRY_SECONDS: '2,4,6',
  }
})
afterEach(() => rm(settings.FASTI_DATA!, { recursive: true, force: true }))

/** Starts the service with a publisher that listens at a path. */
async function startListening(at: string, args: string[] = []) {
  const service = await startService(settings, args)
  const club = await commandLinePublisher(settings, service.url)
  await club.callback(receiver.url + at)
  return { service, club }
}

it('tells what was committed before a kill, though nothing had been sent', async () => {
  const { service, club } = await startListening('/before', ['--role', 'web'])
  for (let i = 0; i < 5; i++) await club.subscribe(`fan-${i}@example.com`, [])
  await service.kill()
  expect(receiver.at('/before')).toEqual([])

  const again = await startService(settings)
  const told = await receiver.wait('/before', 5)
  expect(told.map(({ body }) => body.email).sort()).toEqual(
    [0, 1, 2, 3, 4].map((i) => `fan-${i}@example.com`),
  )
  await again.kill()
})

it('tells once more, with the same id, what was being sent at a kill', async () => {
  receiver.answers.set('/during', () => {}) // never answers
  const { service, club } = await startListening('/during')
  await club.subscribe('fan@example.com', [])
  await receiver.wait('/during')
  await service.kill()

  receiver.answers.delete('/during')
  const again = await startService(settings)
  const [first, second] = await receiver.wait('/during', 2, 20_000)
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  expect(second!.raw).toBe(first!.raw)
  await again.kill()
})

it('goes on with the plan after a kill between two attempts', async () => {
  receiver.answers.set('/between', (response) => response.writeHead(500).end())
  const { service, club } = await startListening('/between')
  await club.subscribe('fan@example.com', [])
  await receiver.wait('/between')
  await service.kill()

  receiver.answers.delete('/between')
  const again = await startService(settings)
  const attempts = await receiver.wait('/between', 2, 20_000)
  expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await again.kill()
})
