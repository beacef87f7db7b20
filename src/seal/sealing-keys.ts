import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from '../errors.ts'

export interface SealingConfig {
  /** The keys of `FASTI_KEY`; the first one seals. If empty, the key is in `file`. */
  keys: Buffer[]
  file: string
}

const KEY_BYTES = 32

/**
 * Reads keys of 32 octets in base64, separated by commas. The error does not contain the text, since it may
 * be a key.
 */
export function readSealingKeys(text: string | undefined): Buffer[] {
  if (!text?.trim()) return []
  return text.split(',').map((part) => {
    const key = readKey(part)
    if (key) return key
    throw new ConfigError(
      'FASTI_KEY must be 32 bytes in base64, such as openssl rand -base64 32 prints, or several with commas between',
    )
  })
}

/** The keys of this machine; empty if there is no file yet. */
export function loadKeys({ keys, file }: SealingConfig): Buffer[] {
  if (keys.length > 0) return keys
  const text = read(file)
  if (text === undefined) return []
  const key = readKey(text)
  if (key) return [key]
  throw new ConfigError(`FASTI_DATA: ${file} should hold 32 bytes in base64. Restore it, or set FASTI_KEY.`)
}

/** Creates a key in a file with permissions 0600. If several processes do this at the same time, one wins. */
export function makeKeyFile(file: string): Buffer[] {
  const draft = `${file}.${randomUUID()}`
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true })
    // A link, unlike a rename, never replaces the key of another process.
    linkSync(draft, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST')
      throw new ConfigError(`FASTI_DATA: can't write ${file} (${code}). Set FASTI_KEY, or make it writable.`)
  } finally {
    rmSync(draft, { force: true })
  }
  return loadKeys({ keys: [], file })
}

function readKey(text: string): Buffer | undefined {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, 'base64')
  return key.length === KEY_BYTES && /^[\w+/-]{43}=?$/.test(trimmed) ? key : undefined
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new ConfigError(`FASTI_DATA: can't read ${file} (${code})`)
  }
}
