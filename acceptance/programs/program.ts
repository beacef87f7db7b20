import { run } from '../processes.ts'
import { type Facts, type Person, type Seen } from '../world.ts'

/** What a program made of one person's feed. */
export interface Reading {
  person: Person
  /** What it complained of. */
  findings: string[]
  events: Partial<Seen>[]
}

/** Someone's feed, as a file too for programs that read no addresses. */
export interface Sample {
  person: Person
  file: string
}

export interface Program {
  name: string
  /** Whose feeds it reads. */
  sample: Sample[]
  /** What it shows of an event, and how if it shows times of its own. */
  facts: Facts
  shows?: (event: Seen) => Seen
  /** Reads the feeds anew. `isRight` is for programs that do so in their own time. */
  read(isRight: (readings: Reading[]) => boolean): Promise<Reading[]>
}

/** A program that is not there, and the Debian packages that bring it. */
export interface Missing {
  name: string
  packages: string
}

/** Without what the machine's user has set up for these programs. */
export function cleanEnvironment(home: string, zone: string): NodeJS.ProcessEnv {
  const { DBUS_SESSION_BUS_ADDRESS: _, ...env } = process.env
  return {
    ...env,
    HOME: home,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_DATA_HOME: `${home}/data`,
    XDG_CACHE_HOME: `${home}/cache`,
    XDG_STATE_HOME: `${home}/state`,
    XDG_RUNTIME_DIR: `${home}/run`,
    TZ: zone,
    LC_ALL: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
  }
}

export async function isInstalled(
  command: string,
  args: string[],
  env?: NodeJS.ProcessEnv,
): Promise<boolean> {
  const outcome = await run(command, args, env && { env }).catch(() => undefined)
  return outcome?.code === 0
}

/** A Python that has these modules: the system's own before another one earlier in PATH. */
export async function findPython(imports: string): Promise<string | undefined> {
  for (const python of ['/usr/bin/python3', 'python3']) {
    if (await isInstalled(python, ['-c', imports])) return python
  }
  return undefined
}
