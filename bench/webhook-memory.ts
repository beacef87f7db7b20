import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillBacklog } from './backlog.ts'
import { type Figure, median } from './figure.ts'
import type { Options } from './options.ts'
import type { Arrival } from './peers/receiver.ts'
import { ask, residentMemory } from './processes.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { createPublisher, settingsFor, startService } from './service.ts'
import { signedRequest } from './signed-requests.ts'
import { workFolder } from './work-folder.ts'

const FEW = 1000
const MANY = 100_000
/** So many are let through each time: both sides do the same work, and only what waits behind it differs. */
const DELIVERED = 900
/** The receiver takes so long over each that the worker comes by many times. */
const DELAY_MS = 100
const MB = 1_000_000

/** The most memory a service has while it works on a backlog: a long one against a short one. */
export async function webhooksMemory(options: Options): Promise<Figure[]> {
  await using receiver = await startReceiver()
  const [rounds, many] = options.quick ? [1, 10 * FEW] : [3, MANY]
  const peaks = { few: [] as number[], many: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    options.progress(`webhooks-memory: round ${round} of ${rounds}`)
    peaks.few.push(await peakOf(FEW, receiver, options))
    peaks.many.push(await peakOf(many, receiver, options))
  }
  const figure = { name: `webhooks-memory, ${many.toLocaleString('en')} due, peak`, unit: 'MB' }
  const peer = { name: `${FEW.toLocaleString('en')} due`, value: median(peaks.few) }
  return [{ ...figure, value: median(peaks.many), peer, goal: { below: 1.1 } }]
}

/** The peak of a service that was started on a backlog of so many and has delivered some of it. */
async function peakOf(due: number, receiver: Receiver, { profiles }: Options): Promise<number> {
  using folder = workFolder()
  const settings = { ...settingsFor(folder.path), FASTI_ALLOW_PRIVATE_CALLBACKS: '1' }
  const config = { kind: 'sqlite' as const, file: join(folder.path, 'fasti.db') }
  const publisher = createPublisher(settings)
  let id: string
  {
    await using service = await startService(settings)
    const input = { url: `${receiver.url}/hook` }
    const { data } = await signedRequest(service, publisher, 'POST', '/admin/api/callbacks', input)
    id = data.id as string
  }
  await fillBacklog(config, publisher.publisherId, [id], due)
  const arriving = ask<Arrival>(receiver, { count: DELIVERED, delayMs: DELAY_MS })
  await using service = await startService(settings, profiles)
  await arriving
  await sleep(DELAY_MS)
  const memory = residentMemory(service.pid)
  if (!memory) throw new Error('memory can only be measured where there is /proc')
  return memory.peak / MB
}
