import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays } from '../clock.ts'
import { run, temporaryFolder } from '../processes.ts'
import { type Seen } from '../world.ts'
import {
  type Application,
  cleanEnvironment,
  isInstalled,
  type Missing,
  type Reading,
  type Sample,
} from './application.ts'

/** calcurse rejects invalid feeds, and stores imported events in a simple line format. */
export async function openCalcurse(sample: Sample[]): Promise<Application | Missing> {
  const name = 'calcurse'
  if (!(await isInstalled('calcurse', ['--version']))) return { name, packages: 'calcurse' }
  const home = temporaryFolder()
  const env = cleanEnvironment(home, 'UTC')
  return {
    name,
    sample,
    facts: ['start', 'end', 'name'],
    async read() {
      const readings: Reading[] = []
      for (const { person, file } of sample) {
        const folder = mkdtempSync(join(home, 'import-'))
        const { code, out, err } = await run('calcurse', ['-q', '-D', folder, '-i', file], { env })
        const complaint = [code === 0 ? '' : `exit code ${code}`, out, err].filter(Boolean).join(' ').trim()
        const events = readFileSync(join(folder, 'apts'), 'utf8').split('\n').filter(Boolean)
        readings.push({ person, findings: complaint ? [complaint] : [], events: events.map(readAppointment) })
      }
      return readings
    },
  }
}

const TIMED = /^(\S+) @ (\S+) -> (\S+) @ (\S+?)(?:>\S+)? [|!](.*)$/
const DAY = /^(\S+) \[1\] (?:>\S+ )?(.*)$/

/** `10/26/2025 @ 14:00 -> 10/26/2025 @ 16:00>note !name`, or `03/21/2026 [1] >note name`. */
function readAppointment(line: string): Partial<Seen> {
  const [, startDay, startTime, endDay, endTime, name] = TIMED.exec(line) ?? []
  if (startDay && endDay) {
    return { start: `${isoDate(startDay)}T${startTime}Z`, end: `${isoDate(endDay)}T${endTime}Z`, name: name! }
  }
  const [, day, title] = DAY.exec(line) ?? []
  if (day) return { start: isoDate(day), end: addDays(isoDate(day), 1), name: title! }
  return { name: `an unknown line: ${line}` }
}

function isoDate(american: string): string {
  const [month, day, year] = american.split('/')
  return `${year}-${month}-${day}`
}
