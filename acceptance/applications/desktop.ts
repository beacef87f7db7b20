import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { start } from '../processes.ts'
import { cleanEnvironment, findPython, isInstalled } from './application.ts'

const IMPORTS = `
import gi
for name, version in (("ECal", "2.0"), ("EDataServer", "1.2"), ("ICalGLib", "3.0")):
    gi.require_version(name, version)
from gi.repository import ECal, EDataServer, ICalGLib`

/** Sends a line to a script and reads its line of JSON. */
export type Ask = (line: string) => Promise<unknown>

/** A D-Bus session in which Python scripts use the engine of Evolution. */
export interface EngineSession {
  start(script: string, args: string[]): Promise<Ask>
}

/** Prepares a session with its own settings in a folder. Undefined: the engine is not installed. */
export async function prepareEngine(home: string): Promise<EngineSession | undefined> {
  const env = { ...cleanEnvironment(home, 'UTC'), GSETTINGS_BACKEND: 'memory', GIO_USE_VFS: 'local' }
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  const python = await findPython(IMPORTS)
  const tryOut = ['--', python ?? '', '-c', `${IMPORTS}\nEDataServer.SourceRegistry.new_sync(None)`]
  if (!python || !(await isInstalled('dbus-run-session', tryOut, env))) return undefined
  return {
    async start(script, args) {
      const command = ['--', python, script, ...args]
      const session = start('dbus-run-session', command, { env, stdio: 'pipe', detached: true })
      const ask = conversation(session)
      await ask('')
      return ask
    },
  }
}

/** Starts a virtual screen. Returns its name for `DISPLAY`. */
export async function startScreen(): Promise<string> {
  const args = ['-displayfd', '1', '-screen', '0', '1024x768x24', '-nolisten', 'tcp']
  const screen = start('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = (await once(createInterface(screen.stdout!), 'line')) as [string]
  return `:${number}`
}

/** An empty line is not sent: the first line of JSON comes without a request. */
function conversation(session: ChildProcess): Ask {
  let complaints = ''
  session.stderr!.on('data', (data: Buffer) => (complaints = (complaints + data.toString()).slice(-4000)))
  const lines = createInterface(session.stdout!)[Symbol.asyncIterator]()
  return async (line) => {
    if (line) session.stdin!.write(`${line}\n`)
    const answer = await lines.next()
    if (answer.done) throw new Error(`the script of Evolution ended: ${complaints}`)
    return JSON.parse(answer.value) as unknown
  }
}
