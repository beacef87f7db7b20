import { AppError, type FieldErrors, invalid } from '../errors.ts'
import { type FetchedFile, fetchFile } from '../images/fetch-file.ts'
import { type LogoRule, type MadeLogo, makeLogo } from '../images/make-logo.ts'
import { checkCallbackUrl } from '../net/address-guard.ts'
import type { Resolve } from '../net/guarded-connect.ts'
import type { AccountFields } from './account.ts'

/** Requirements for each logo of a sub-account. */
const RULES = {
  companyLogo: { maxBytes: 100 * 2 ** 10, exact: true },
  scheduleLogo: { maxBytes: 2 * 2 ** 20, exact: false },
} satisfies Record<string, LogoRule>
/** A picture from a user's device: as sharp as the largest place that shows one needs it on a phone. */
const UPLOAD: LogoRule = { maxBytes: 5 * 2 ** 20, exact: false, side: 256 }

export type LogoName = keyof typeof RULES
export const LOGO_NAMES = Object.keys(RULES) as LogoName[]

type Addresses = Pick<AccountFields, LogoName>

/** Limits of concurrent fetches, in accounts: each may hold some megabytes for ten seconds. */
const MOST_ACCOUNTS = 32
const MOST_OF_PARTNER = 4

export interface Logos {
  /** Returns the fault of a URL that can be seen without a request, if any. */
  check(url: string): string | undefined
  /** Converts a file from a user to PNG, or returns the reason for a refusal. */
  make(file: Buffer): Promise<MadeLogo>
  /** Fetches the images and converts them to PNG. Throws if one of them can't be used. */
  fetch(partnerId: number, addresses: Addresses): Promise<Partial<Record<LogoName, Buffer>>>
}

export interface LogoOptions {
  /** Allows URLs in private networks and on this machine. */
  allowPrivate: boolean
  timeoutMs?: number
  resolve?: Resolve
}

/** Creates the fetcher of logos. Each logo is fetched only once, from a server that is not trusted. */
export function createLogos(options: LogoOptions): Logos {
  const active = new Map<number, number>()
  let decoding: Promise<unknown> = Promise.resolve()

  /** Decodes one image at a time: the decoder takes a thread and much memory. */
  function decode(file: Buffer, rule: LogoRule): Promise<MadeLogo> {
    const made = decoding.then(() => makeLogo(file, rule))
    decoding = made.catch(() => {})
    return made
  }

  async function fetchLogo(name: LogoName, url: string): Promise<MadeLogo> {
    const rule = RULES[name]
    const file: FetchedFile = await fetchFile(url, { ...options, maxBytes: rule.maxBytes })
    return file.bytes ? decode(file.bytes, rule) : { reason: `could not be fetched: ${file.reason}` }
  }

  async function fetchAll(addresses: Addresses) {
    const names = LOGO_NAMES.filter((name) => addresses[name])
    const made = await Promise.all(names.map((name) => fetchLogo(name, addresses[name]!)))
    const errors: FieldErrors = {}
    const logos: Partial<Record<LogoName, Buffer>> = {}
    for (const [index, name] of names.entries()) {
      const { png, reason } = made[index]!
      if (png) logos[name] = png
      else errors[`custom.${name}`] = `Account custom.${name} ${reason}`
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    return logos
  }

  return {
    make: (file) => decode(file, UPLOAD),
    check: (url) => checkCallbackUrl(url, options).reason,
    async fetch(partnerId, addresses) {
      if (!LOGO_NAMES.some((name) => addresses[name])) return {}
      const own = active.get(partnerId) ?? 0
      const all = active.values().reduce((sum, count) => sum + count, 0)
      if (own >= MOST_OF_PARTNER || all >= MOST_ACCOUNTS)
        throw new AppError('too_many', 'Too many requests! Try again after sometime.', { retryAfter: 1 })
      active.set(partnerId, own + 1)
      try {
        return await fetchAll(addresses)
      } finally {
        const left = active.get(partnerId)! - 1
        if (left > 0) active.set(partnerId, left)
        else active.delete(partnerId)
      }
    },
  }
}
