import { ConfigError } from '../config.ts'
import type { Db } from '../db/database.ts'
import { findServiceValue, rememberedValue } from '../db/service-store.ts'
import { sealStored } from './seal-stored.ts'
import { createSealer, type Sealer, SealError, useSealer } from './sealer.ts'
import { loadKeys, makeKeyFile, type SealingConfig } from './sealing-keys.ts'

/** A text that every database keeps sealed: who opens it has the right key. */
export const CHECK = 'seal-check'
const CHECK_PLACE = ['service.value', CHECK]
const CHECK_TEXT = 'fasti'

/**
 * Finds the key, makes one where the database has never had any, and seals what is stored in plain text or under
 * an older key. Throws ConfigError when the database was sealed with a key that is not here: a second key would
 * leave us with secrets that nobody can open.
 */
export async function openSealer(db: Db, config: SealingConfig): Promise<void> {
  // In this order: whoever begins beside us writes the file before the check.
  const check = await findServiceValue(db, CHECK)
  requireKeyFor(check, config)
  const keys = loadKeys(config)
  const sealer = createSealer(keys.length > 0 ? keys : makeKeyFile(config.file))
  // Of two machines that begin at once, with a key each, one comes first; the other finds out here.
  const claimed = check ?? (await rememberedValue(db, CHECK, () => sealer.seal(CHECK_PLACE, CHECK_TEXT)))
  if (!opens(sealer, claimed)) throw wrongKey(config)
  await sealStored(db, sealer).catch((error: unknown) => {
    throw error instanceof SealError ? wrongKey(config, error) : error
  })
  useSealer(db, sealer)
}

/** Refuses what was sealed with a key that is not here; makes none. `check`: what is stored as `CHECK`, if anything. */
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
