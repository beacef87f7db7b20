import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The one without windows needs half of the processor's time. */
const SHELL = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const APT_ENV = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

/**
 * The browser of this machine; `FASTI_CHROMIUM` names one that is somewhere else. `whole`: one that can show
 * notifications, as the one without windows can't.
 */
export function findChromium({ whole = false } = {}): string | undefined {
  const named = process.env.FASTI_CHROMIUM
  const names = whole ? WHOLE : [SHELL, ...WHOLE]
  return [named ? [named] : [], names.flatMap(inPath), [MAC]].flat().find((file) => existsSync(file))
}

function inPath(name: string): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
}

/** Brings a browser from the system's packages where it is missing and we may: as root, with apt. */
export function bringChromium(): void {
  if (process.env.FASTI_CHROMIUM || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const missing = [
    ...(inPath(SHELL).some((file) => existsSync(file)) ? [] : [SHELL]),
    ...(findChromium({ whole: true }) ? [] : ['chromium']),
  ]
  for (const name of missing) {
    console.error(`fasti: installing ${name} for the tests of the pages`)
    install(name)
  }
}

function install(name: string): boolean {
  const args = ['install', '--yes', '--no-install-recommends', '-qq', name]
  // A bare machine has no lists of packages yet, and an old one has old ones.
  return apt(args) === 0 || (apt(['update', '-qq']) === 0 && apt(args) === 0)
}

function apt(args: string[]): number | null {
  const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'ignore'], env: APT_ENV })
  return status
}
