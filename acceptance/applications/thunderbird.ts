import { type ChildProcess } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { end, start, temporaryFolder } from '../processes.ts'
import { cleanEnvironment, isInstalled, type Missing } from './application.ts'
import { startScreen } from './desktop.ts'
import { type Reader } from './reader.ts'

const ID = 'match'
/** Minutes: longer than a run. Thunderbird also refreshes when it starts. */
const REFRESH_MINUTES = 10_000
/** Its first start takes long on a busy machine. */
const START_LIMIT_MS = 300_000

const COMMON_PREFERENCES = {
  // Programs on this machine are reached without the proxy: it asks nobody else.
  ...{ 'network.proxy.type': 1, 'network.proxy.http': '127.0.0.1', 'network.proxy.http_port': 9 },
  ...{ 'network.proxy.ssl': '127.0.0.1', 'network.proxy.ssl_port': 9 },
  // It does not ask for a safe mode when it was killed.
  'toolkit.startup.max_resumed_crashes': -1,
}

/** Thunderbird with a window on a virtual screen, which is started anew to refresh its calendar. */
export async function openThunderbird(feedUrl: string): Promise<Reader | Missing> {
  const home = temporaryFolder()
  const [profile, copy] = [join(home, 'profile'), join(home, 'copy')]
  for (const folder of [profile, copy]) mkdirSync(folder)
  const thunderbird = await prepareThunderbird(profile, calendarPreferences(feedUrl))
  if (!thunderbird) return { name: 'Thunderbird', packages: 'thunderbird xvfb' }
  let child: ChildProcess | undefined
  return {
    name: 'Thunderbird',
    limitMs: START_LIMIT_MS,
    async refresh() {
      if (child) await end(child)
      child = thunderbird.start([])
    },
    starts: () => Promise.resolve(readStarts(join(profile, 'calendar-data'), copy)),
  }
}

/** Prepares Thunderbird with a profile, an empty folder, and a screen. Undefined: it is not installed. */
export async function prepareThunderbird(
  profile: string,
  preferences: Record<string, unknown>,
): Promise<{ start: (args: string[]) => ChildProcess } | undefined> {
  const there = (await isInstalled('thunderbird', ['--version'])) && (await isInstalled('which', ['Xvfb']))
  if (!there) return undefined
  const home = temporaryFolder()
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  const all = { ...preferences, ...COMMON_PREFERENCES }
  const lines = Object.entries(all).map(([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const env = {
    ...cleanEnvironment(home, 'UTC'),
    DISPLAY: await startScreen(),
    MOZ_CRASHREPORTER_DISABLE: '1',
  }
  return {
    start: (args) =>
      start('thunderbird', ['--profile', profile, '--no-remote', ...args], {
        ...{ env, stdio: 'ignore', detached: true },
      }),
  }
}

/** Reads copies of its database, which Thunderbird locks. No events: it has none, or was writing. */
function readStarts(folder: string, copy: string): string[] {
  const names = ['cache.sqlite', 'cache.sqlite-wal']
  if (!names.every((name) => existsSync(join(folder, name)))) return []
  try {
    for (const name of names) copyFileSync(join(folder, name), join(copy, name))
    const db = new DatabaseSync(join(copy, names[0]!))
    // Microseconds.
    const rows = db.prepare('select event_start as at from cal_events where cal_id = ?').all(ID)
    db.close()
    return rows.map(({ at }) => new Date(Number(at) / 1000).toISOString())
  } catch {
    return []
  }
}

function calendarPreferences(feedUrl: string): Record<string, unknown> {
  const calendar = {
    ...{ type: 'ics', uri: feedUrl, name: 'Match', 'cache.enabled': true },
    ...{ refreshInterval: `${REFRESH_MINUTES}`, 'calendar-main-in-composite': true },
  }
  const entries = Object.entries(calendar).map(([key, value]) => [`calendar.registry.${ID}.${key}`, value])
  const preferences = Object.fromEntries(entries) as Record<string, unknown>
  return { ...preferences, 'calendar.list.sortOrder': ID }
}
