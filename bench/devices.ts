import { authorization, POLLED } from './accounts.ts'
import { FEED_OF_50, makeCrowd } from './crowd.ts'
import type { Figure } from './figure.ts'
import { bodyRequest, getRequest, load } from './load.ts'
import type { Options } from './options.ts'
import { processorSeconds, residentMemory } from './processes.ts'
import { startService } from './service.ts'
import { workFolder } from './work-folder.ts'

const DEVICES = 100_000
/** Polls a second of so many devices, each every 15 minutes. */
const POLLS = DEVICES / 900

/** Polls of as many devices as one process is to serve, each of another person: as often as they come, and as fast as they can. */
export async function devices({ quick, progress, profiles }: Options): Promise<Figure[]> {
  using folder = workFolder()
  const subscribers = quick ? 200 : DEVICES
  progress(`devices: filling ${subscribers} subscribers`)
  const crowd = await makeCrowd(folder.path, { ...FEED_OF_50, subscribers })
  await using service = await startService(crowd.settings, profiles)
  // No device comes twice within the time that its state is cached.
  const device = (n: number) => (n * 7919) % subscribers
  const poll = (n: number) =>
    bodyRequest('PROPFIND', crowd.home(device(n)), { ...authorization(crowd, device(n)), depth: '1' }, POLLED)
  const common = { port: service.port, next: poll, connections: 8, statuses: [207] }
  const seconds = quick ? 1 : 60
  progress('devices: polls as often as devices come')
  await load({ ...common, seconds: quick ? 1 : 10, perSecond: POLLS })
  const before = {
    memory: residentMemory(service.pid)?.now ?? NaN,
    used: processorSeconds(service.pid) ?? NaN,
  }
  const paced = await load({ ...common, seconds, perSecond: POLLS })
  const used = (processorSeconds(service.pid) ?? NaN) - before.used
  const memory = residentMemory(service.pid)?.now ?? NaN
  const feeds = await load({
    ...{ ...common, seconds: quick ? 1 : 20, perSecond: POLLS, statuses: [200] },
    next: (n) => getRequest(crowd.feedPath(device(n))),
  })
  progress('devices: polls as fast as they can')
  const { perSecond } = await load({ ...common, seconds: quick ? 1 : 10 })
  const name = `polls of ${subscribers.toLocaleString('en')} devices`
  const MB = 1e6
  return [
    {
      ...{ name: `${name}, share of a core`, unit: '%', value: (used / seconds) * 100, goal: { most: 0.5 } },
      peer: { name: 'all of it', value: 100 },
    },
    {
      ...{ name: `${name}, p99`, unit: 'ms', value: paced.p99 },
      peer: { name: 'of feeds as often', value: feeds.p99 },
    },
    {
      ...{ name: `${name}, memory`, unit: 'MB', value: memory / MB },
      peer: { name: 'a minute before', value: before.memory / MB },
    },
    {
      ...{ name, unit: 'requests/s', value: perSecond, goal: { least: 2 } },
      peer: { name: 'each every 15 minutes', value: POLLS },
    },
  ]
}
