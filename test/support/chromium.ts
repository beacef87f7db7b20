import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const APT_ENV = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

/** The browser of this machine; `FASTI_CHROMIUM` names one that is somewhere else. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const installed = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
  return [process.env.FASTI_CHROMIUM ?? '', ...installed, MAC].find((file) => file !== '' && existsSync(file))
}

/** Brings a browser from the system's packages where there is none and we may: as root, with apt. */
export function bringChromium(): void {
  if (findChromium() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.error('fasti: installing chromium for the tests of the pages')
  const install = ['install', '--yes', '--no-install-recommends', '-qq', 'chromium']
  // A bare machine has no lists of packages yet, and an old one has old ones.
  if (apt(install) !== 0 && apt(['update', '-qq']) === 0) apt(install)
}

function apt(args: string[]): number | null {
  const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'ignore'], env: APT_ENV })
  return status
}
