import { join } from 'node:path'
import { findPython } from '../applications/application.ts'
import { run } from '../processes.ts'
import { countOctets, type Device, type Program, seenIn } from './program.ts'

/** python3-caldav, which has no memory: it fetches everything each time. */
export async function openPython(url: string, device: Device): Promise<Program | undefined> {
  const python = await findPython('import caldav')
  if (!python) return undefined
  const counted = await countOctets(url)
  const script = join(import.meta.dirname, 'read_caldav.py')
  const ask = (action: string) => run(python, [script, action, counted.url, device.userName, device.password])
  return {
    octets: counted.octets,
    async read() {
      const { out, err, code } = await ask('read')
      if (code !== 0) throw new Error(err)
      return (JSON.parse(out) as string[]).map(seenIn)
    },
    async write() {
      const { out } = await ask('write')
      return out.trim() || undefined
    },
  }
}
