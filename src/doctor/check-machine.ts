import { accessSync, constants, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { fail, ok, type Outcome, warn } from './check.ts'

const GB = 1e9
const LITTLE_SPACE = 2 * GB
const NO_SPACE = 0.2 * GB
const NODE = { major: 24, minor: 7 }
/** Plausible times for a clock: this program did not exist before, and no hardware lasts that long. */
const SINCE = Date.parse('2026-01-01T00:00:00Z')
const UNTIL = Date.parse('2060-01-01T00:00:00Z')

/**
 * Recent changes of zones, the latest last: at the instant, the zone has this offset in minutes, from this
 * release of the data on. From the news of the IANA time zone database.
 */
const CHANGES: [zone: string, instant: string, offset: number, since: string][] = [
  ['America/Mexico_City', '2023-06-01T12:00:00Z', -360, '2022f'],
  ['Asia/Amman', '2023-01-15T12:00:00Z', 180, '2022f'],
  ['Africa/Cairo', '2023-07-01T12:00:00Z', 180, '2023c'],
  ['America/Scoresbysund', '2024-07-01T12:00:00Z', -60, '2024a'],
  ['Asia/Almaty', '2024-06-01T12:00:00Z', 300, '2024a'],
  ['America/Asuncion', '2025-06-01T12:00:00Z', -180, '2025a'],
]

export function checkNode(): Outcome[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const old = major < NODE.major || (major === NODE.major && minor < NODE.minor)
  if (old) return [fail(`Node ${process.versions.node}`, `Use Node ${NODE.major}.${NODE.minor} or newer`)]
  return [ok(`Node ${process.versions.node}, SQLite ${process.versions.sqlite}`)]
}

export function checkTimeZones(): Outcome[] {
  const version = process.versions.tz
  const wrong = CHANGES.filter(([zone, instant, offset]) => offsetAt(zone, instant) !== offset)
  if (wrong.length === 0) return [ok(`time-zone data ${version}, with all changes that are checked`)]
  const [zone, , , since] = wrong[0]!
  const advice = `Update Node, or give it data of ${since} or newer by ICU (NODE_ICU_DATA)`
  return [
    fail(`time-zone data ${version} lacks the change of ${zone}: events there show a wrong time`, advice),
  ]
}

export function checkClock(now: number): Outcome[] {
  const time = new Date(now).toISOString()
  if (now < SINCE || now > UNTIL)
    return [fail(`the clock says ${time}`, 'Set the clock, and keep it right by NTP')]
  return [ok(`the clock says ${time}`)]
}

/** Checks the folders of data, mails and key. */
export function checkFolders({ dataDir, db, sealing, mail }: Config): Outcome[] {
  const folders = [dataDir, ...(db.kind === 'sqlite' ? [path.dirname(db.file)] : [])]
  const outcomes = [...new Set(folders.map(nearest))].flatMap((folder) => [
    checkWritable(folder),
    checkSpace(folder),
  ])
  if (!mail.smtpUrl && existsSync(mail.folder)) outcomes.push(checkWritable(mail.folder))
  if (sealing.keys.length === 0) outcomes.push(checkKeyFile(sealing.file))
  return outcomes
}

/** The folder, or its nearest existing ancestor. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(path.dirname(folder))
}

function checkWritable(folder: string): Outcome {
  const probe = path.join(folder, `.fasti-doctor-${process.pid}`)
  try {
    accessSync(folder, constants.W_OK)
    writeFileSync(probe, 'x', { flag: 'wx' })
    return ok(`${folder} can be written to`)
  } catch (error) {
    const advice = `Let the user the service runs as write there`
    return fail(`${folder} can't be written to: ${(error as Error).message}`, advice)
  } finally {
    rmSync(probe, { force: true })
  }
}

function checkSpace(folder: string): Outcome {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const text = `${(free / GB).toFixed(1)} GB free in ${folder}`
  if (free < NO_SPACE) return fail(text, 'Make room: the database can hardly grow')
  return free < LITTLE_SPACE ? warn(text, 'Make room before it is too late') : ok(text)
}

function checkKeyFile(file: string): Outcome {
  if (!existsSync(file)) return ok(`${file} will be made at the first start`)
  if ((statSync(file).mode & 0o077) === 0) return ok(`${file} is for its owner only`)
  return fail(`${file}, the key of all secrets, can be read by others`, `chmod 600 ${file}`)
}

function offsetAt(zone: string, instant: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const name =
    format.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? []
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
}
