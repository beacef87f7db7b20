import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** Codes of the previous and next time step are accepted too, because clocks differ. */
const WINDOW = 1

/** Creates a secret for an authenticator application: 160 random bits, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The otpauth URI, shown to the application as a QR code. */
export function totpUri(secret: string, email: string): string {
  return totp(secret, email).toString()
}

/**
 * Returns the time step of a code, or undefined if it is wrong. Accept each step only once (RFC 6238, 5.2).
 */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  const token = code.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totp(secret, '').validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta
}

function totp(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Fasti', label: label || 'Fasti', period: PERIOD_S, digits: 6, secret })
}
