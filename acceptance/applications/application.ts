import { run } from '../processes.ts'
import { type Facts, type Person, type Seen } from '../world.ts'

/** How an application has read one person's feed. */
export interface Reading {
  person: Person
  /** Errors and warnings of the application. */
  findings: string[]
  events: Partial<Seen>[]
}

/** A person's feed, also as a file for applications that can't read URLs. */
export interface Sample {
  person: Person
  file: string
}

export interface Application {
  name: string
  /** The feeds that it reads. */
  sample: Sample[]
  /** The facts it shows of an event. `shows` converts an event if the application shows times in another form. */
  facts: Facts
  shows?: (event: Seen) => Seen
  /** Reads the feeds again. Applications that refresh in the background are polled until `isRight`. */
  read(isRight: (readings: Reading[]) => boolean): Promise<Reading[]>
}

/** An application that is not installed, and its Debian packages. */
export interface Missing {
  name: string
  packages: string
}

/** An environment without the user's own settings for these applications. */
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

/** Finds a Python with these modules. The system's Python comes before others in PATH. */
export async function findPython(imports: string): Promise<string | undefined> {
  for (const python of ['/usr/bin/python3', 'python3']) {
    if (await isInstalled(python, ['-c', imports])) return python
  }
  return undefined
}
