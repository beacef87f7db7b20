import { execFile, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLUBS } from '../../../src/demo/league.ts'
import { seededRandom } from '../../../src/demo/random.ts'
import { planSeason } from '../../../src/demo/season.ts'
import { temporaryDirectory } from '../temporary.ts'
import { calendarClient } from './google-client.ts'
import { type FakeGoogle, startGoogle } from './start.ts'

const ANN = 'ann@example.com'
const ZONE = 'Europe/London'
const WHOLE = ['https://www.googleapis.com/auth/calendar']
/** The one that Debian's packages are for. */
const PYTHON = '/usr/bin/python3'
const run = promisify(execFile)

function hasModule(name: string): boolean {
  return spawnSync(PYTHON, ['-c', `import ${name}`]).status === 0
}

/** A club's matches of the demo's season, in the order of their kick-offs. */
const matches = planSeason(CLUBS, '2026-01-15', seededRandom(1))
  .filter(({ home, away }) => [home, away].includes(CLUBS[0]!))
  .toSorted((a, b) => (a.date + a.time < b.date + b.time ? -1 : 1))
  .map(({ home, away, date, time, endTime }, index) => ({
    ...{ id: `match${String(index).padStart(3, '0')}`, title: `${home.name} v ${away.name}` },
    ...{ date, time, endTime },
  }))

/** Programs that we did not write read a season from the fake: what they understand is what Google sends. */
describe("the fake Google, by Debian's readers", () => {
  let google: FakeGoogle
  let calendarId: string

  beforeAll(async () => {
    google = await startGoogle()
    google.addAccount(ANN)
    const client = calendarClient(google, ANN)
    const requestBody = { summary: 'Matches', timeZone: ZONE }
    calendarId = (await client.calendars.insert({ requestBody })).data.id!
    for (const { id, title, date, time, endTime } of matches) {
      const at = (clock: string) => ({ dateTime: `${date}T${clock}:00`, timeZone: ZONE })
      const event = { id, summary: title, start: at(time), end: at(endTime) }
      await client.events.insert({ calendarId, requestBody: event })
    }
  })

  afterAll(() => google.close())

  it('shows gcalcli the whole season', async ({ skip }) => {
    skip(!hasModule('gcalcli'), 'no gcalcli')
    const folder = temporaryDirectory('fasti-gcalcli-')
    const { id, secret } = google.client
    const access = [google.url, id, secret, google.grant(ANN, WHOLE).refreshToken, folder]
    const command = ['--calendar', 'Matches', 'agenda', '2025-07-01', '2026-12-31', '--tsv', '--nocolor']
    const script = join(import.meta.dirname, 'run_gcalcli.py')
    const { stdout } = await run(PYTHON, [script, ...access, ...command], {
      env: { ...process.env, TZ: ZONE },
    })
    rmSync(folder, { recursive: true })
    expect(stdout.trim().split('\n')).toEqual(
      matches.map(({ date, time, endTime, title }) => [date, time, date, endTime, title].join('\t')),
    )
  })

  it("lets Google's client for Python change all in one batch and read it again", async ({ skip }) => {
    skip(!hasModule('googleapiclient, google.oauth2.credentials'), 'no python3-googleapi')
    const script = join(import.meta.dirname, 'read_with_googleapi.py')
    const { accessToken } = google.grant(ANN)
    const { stdout } = await run(PYTHON, [script, google.url, accessToken, calendarId])
    const read = JSON.parse(stdout) as [id: string, summary: string, start: string][]
    expect(read.map(([id, summary, start]) => [id, summary, start.slice(0, 16)])).toEqual(
      matches.map(({ id, title, date, time }) => [id, `${title} (read)`, `${date}T${time}`]),
    )
    expect(google.calls.filter(({ inBatch }) => inBatch)).toHaveLength(matches.length)
    expect(google.violations).toEqual([])
  })
})
