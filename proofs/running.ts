import { join } from 'node:path'
import { commandLinePublisher, launchService, type ServiceProcess } from '../test/support/launch-service.ts'
import { send } from '../test/support/test-publisher.ts'
import { Load } from './load.ts'
import { until } from './proof.ts'

/** A service on SQLite with clients that send batches, and somebody who reads a feed. */
export interface Running extends AsyncDisposable {
  service: ServiceProcess
  load: Load
  /** The database. */
  file: string
  feedUrl: string
}

export async function startRunning(folder: string): Promise<Running> {
  const settings = { FASTI_DATA: folder, FASTI_BATCH_INTERVAL_MS: '0' }
  const service = await launchService(settings, ['--role', 'web']).listening
  const club = await commandLinePublisher(settings, service.url)
  const { svcId, feedUrl } = await club.subscriber()
  await send(feedUrl) // the first feed ever makes the installation remember its name
  const load = new Load(club, svcId).start()
  const dispose = async () => {
    await load.pause()
    await service.kill()
  }
  return { service, load, file: join(folder, 'fasti.db'), feedUrl, [Symbol.asyncDispose]: dispose }
}

/** The reason for which a service is not ready; undefined: it is. */
export async function whyNotReady(url: string): Promise<string | undefined> {
  const { status, body } = await send(`${url}/readyz`)
  return status === 200 ? undefined : (body.statusLong as string)
}

/** Returns what is not as promised at the end of a fault. The same process has to work on by itself. */
export async function expectRecovery({ service, load, file }: Running): Promise<string[]> {
  await load.nextPromise()
  await until('the service to be ready', async () => (await whyNotReady(service.url)) === undefined)
  await load.pause()
  await load.check(file)
  const failed = service.log.filter(({ msg }) => msg === 'request failed')
  const [first] = failed
  const unplain = first
    ? [`${failed.length} requests failed without a plain answer: ${first.err?.message}`]
    : []
  return [...load.broken, ...unplain]
}
