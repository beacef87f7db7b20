import type { Db } from '../db/database.ts'
import { ensureServiceValue, findServiceValue } from '../db/service-store.ts'
import { ConfigError } from '../errors.ts'
import { sealStored } from './seal-stored.ts'
import { createSealer, type Sealer, SealError, useSealer } from './sealer.ts'
import { loadKeys, makeKeyFile, type SealingConfig } from './sealing-keys.ts'

/** A sealed text in every database: a key that opens it is the right one. */
export const CHECK = 'seal-check'
const CHECK_PLACE = ['service.value', CHECK]
const CHECK_TEXT = 'fasti'

/**
 * Loads the key, creates one if the database has never had any, and seals stored secrets that are plain text
 * or sealed with an older key. Throws ConfigError if the database was sealed with another key: a new key
 * would leave secrets that nobody can open. Returns the tables that `sealStored` could not read.
 */
export async function openSealer(db: Db, config: SealingConfig): Promise<string[]> {
  // Before the keys are loaded: a process that starts at the same time writes its key file before this value.
  const check = await findServiceValue(db, CHECK)
  requireKeyFor(check, config)
  const keys = loadKeys(config)
  const sealer = createSealer(keys.length > 0 ? keys : makeKeyFile(config.file))
  // If two machines start at the same time with different keys, only one stores its check.
  const claimed = check ?? (await ensureServiceValue(db, CHECK, () => sealer.seal(CHECK_PLACE, CHECK_TEXT)))
  if (!opens(sealer, claimed)) throw wrongKey(config)
  const left = await sealStored(db, sealer).catch((error: unknown) => {
    throw error instanceof SealError ? wrongKey(config, error) : error
  })
  useSealer(db, sealer)
  return left
}

/**
 * Throws ConfigError if the database was sealed with another key. Creates no key. `check`: the stored value
 * of `CHECK`, if there is one.
 */
export function requireKeyFor(check: string | undefined, config: SealingConfig): void {
  if (check === undefined) return
  const keys = loadKeys(config)
  if (keys.length === 0) throw missingKey(config)
  if (!opens(createSealer(keys), check)) throw wrongKey(config)
}

function opens(sealer: Sealer, check: string): boolean {
  try {
    return sealer.open(CHECK_PLACE, check) === CHECK_TEXT
  } catch {
    return false
  }
}

function missingKey({ file }: SealingConfig): ConfigError {
  return new ConfigError(
    `FASTI_KEY: the secrets of this database are sealed, and their key is neither set nor in ${file}. ` +
      'Use the key of the machine that was started first, on all machines.',
  )
}

function wrongKey({ keys, file }: SealingConfig, cause?: Error): ConfigError {
  const source = keys.length > 0 ? 'FASTI_KEY' : `FASTI_KEY is not set, and ${file}`
  return new ConfigError(`${source} does not open the secrets of this database: another key sealed them.`, {
    cause,
  })
}
