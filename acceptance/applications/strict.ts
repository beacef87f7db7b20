import { join } from 'node:path'
import { run, temporaryFolder } from '../processes.ts'
import { type Facts } from '../world.ts'
import {
  type Application,
  cleanEnvironment,
  findPython,
  type Missing,
  type Reading,
  type Sample,
} from './application.ts'

/** libical, a very strict parser, with its check of the required properties of each component. */
export async function openLibical(sample: Sample[]): Promise<Application | Missing> {
  const facts: Facts = ['uid', 'start', 'end', 'name', 'location', 'sequence', 'alarms']
  const imports = 'import gi; gi.require_version("ICalGLib", "3.0"); from gi.repository import ICalGLib'
  const packages = 'python3-gi gir1.2-ical-3.0'
  return openReader({ name: 'libical', script: 'read_libical.py', imports, packages, facts, sample })
}

export async function openVobject(sample: Sample[]): Promise<Application | Missing> {
  const facts: Facts = ['uid', 'start', 'end', 'name', 'location', 'sequence']
  const script = { script: 'read_vobject.py', imports: 'import vobject', packages: 'python3-vobject' }
  return openReader({ name: 'vobject', ...script, facts, sample })
}

interface Reader {
  name: string
  script: string
  imports: string
  packages: string
  facts: Facts
  sample: Sample[]
}

/** A Python script that prints one line of JSON for each file. */
async function openReader(reader: Reader): Promise<Application | Missing> {
  const { name, script, imports, packages, facts, sample } = reader
  const python = await findPython(imports)
  if (!python) return { name, packages }
  const env = cleanEnvironment(temporaryFolder(), 'UTC')
  return {
    name,
    sample,
    facts,
    async read() {
      const files = sample.map(({ file }) => file)
      const { code, out, err } = await run(python, [join(import.meta.dirname, script), ...files], { env })
      if (code !== 0) throw new Error(`${script}: ${err}`)
      const answers = out.trim().split('\n')
      return sample.map(({ person }, index) => {
        return { person, ...(JSON.parse(answers[index]!) as Omit<Reading, 'person'>) }
      })
    },
  }
}
