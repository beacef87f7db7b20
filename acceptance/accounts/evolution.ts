import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareEngine } from '../applications/desktop.ts'
import { temporaryFolder } from '../processes.ts'
import { countOctets, type Device, type Program } from './program.ts'

const LIMIT_MS = 60_000
/** The engine does not tell when it has read all. It has when it got nothing for so long. */
const QUIET_MS = 1500

/** evolution-data-server, the engine of Evolution and GNOME Calendar, with a collection account. */
export async function openEvolution(url: string, device: Device): Promise<Program | undefined> {
  const engine = await prepareEngine(temporaryFolder())
  if (!engine) return undefined
  const counted = await countOctets(url)
  const { hostname, port } = new URL(counted.url)
  const script = join(import.meta.dirname, 'evolution_account.py')
  const ask = await engine.start(script, [hostname, port, device.userName, device.password])
  const list = async () =>
    ((await ask('list')) as [string, string][]).map(([title, start]) => `${title} at ${isoOf(start)}`)
  return {
    octets: counted.octets,
    async read(isRight) {
      const deadline = Date.now() + LIMIT_MS
      await ask('discover')
      await counted.quiet(QUIET_MS)
      await ask('refresh')
      for (;;) {
        await counted.quiet(QUIET_MS)
        const events = await list()
        if (isRight(events) || Date.now() > deadline) return events
        await sleep(QUIET_MS)
      }
    },
    write: async () => ((await ask('write')) as string | null) ?? undefined,
  }
}

/** `start`: a day, or a time to the minute in UTC. */
function isoOf(start: string): string {
  return start.length > 10 ? new Date(start).toISOString() : start
}
