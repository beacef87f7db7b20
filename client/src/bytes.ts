const encoder = new TextEncoder()

/** The byte array type that Web Crypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>

export const NO_BYTES: Bytes = new Uint8Array(0)

/** Encodes a text as UTF-8. */
export function utf8(text: string): Bytes {
  return encoder.encode(text)
}

export function concatenate(...parts: Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Decodes standard base64; undefined if the text is not valid. */
export function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** SHA-256 of bytes, in hex. */
export async function sha256(bytes: Bytes): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', bytes))
}

/** Base64url without padding. */
export function toBase64Url(bytes: ArrayBuffer | Bytes): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
