/** The part of `http_ece` that tests use. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'
  /** Decrypts a body. Throws if it can't. */
  export function decrypt(
    body: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer
}
