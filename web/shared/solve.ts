import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Challenge, solveChallenge } from 'altcha-lib'
import type { DeriveKeyFunction } from 'altcha-lib/types'

/** Does the work of a challenge, a fraction of a second. Returns the proof, which the request carries then. */
export async function solve(challenge: Challenge): Promise<string> {
  // Browsers have Web Crypto only over https.
  const deriveKey = 'subtle' in crypto ? deriveByBrowser : deriveByScript
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}

const deriveByBrowser: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  const key = await crypto.subtle.importKey('raw', password as BufferSource, 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: salt as BufferSource, iterations: cost }
  return { derivedKey: new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8)) }
}

const deriveByScript: DeriveKeyFunction = ({ cost, keyLength }, salt, password) =>
  Promise.resolve({ derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) })
