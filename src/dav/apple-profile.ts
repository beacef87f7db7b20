import { escapeHtml } from '../html.ts'
import { hashOf } from './collection.ts'

/** The settings of an account for Apple's devices. */
export interface AppleAccount {
  /** The public address of the service. */
  publicUrl: string
  /** The address of the person's principal. */
  principalUrl: string
  userName: string
  password: string
  /** The publisher's name. */
  name: string
}

/**
 * Writes a configuration profile that adds the account on iPhone, iPad and Mac (Apple, Configuration Profile Reference,
 * `com.apple.caldav.account`). It is not signed: the device says so, and asks. The same account has the same profile,
 * so that a second one replaces the first.
 */
export function appleProfile({ publicUrl, principalUrl, userName, password, name }: AppleAccount): string {
  const { hostname, port, protocol } = new URL(publicUrl)
  const tls = protocol === 'https:'
  const id = `${hostname.split('.').reverse().join('.')}.${hashOf([principalUrl, password])}`
  const account = {
    PayloadType: 'com.apple.caldav.account',
    PayloadVersion: 1,
    PayloadIdentifier: `${id}.caldav`,
    PayloadUUID: uuidOf([id, 'caldav']),
    PayloadDisplayName: name,
    CalDAVAccountDescription: name,
    CalDAVHostName: hostname,
    CalDAVPort: Number(port) || (tls ? 443 : 80),
    CalDAVUseSSL: tls,
    CalDAVPrincipalURL: principalUrl,
    CalDAVUsername: userName,
    CalDAVPassword: password,
  }
  const profile = {
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: id,
    PayloadUUID: uuidOf([id]),
    PayloadDisplayName: name,
    PayloadContent: [account],
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${plist(profile)}
</plist>
`
}

type PlistValue = string | number | boolean | PlistValue[] | { [key: string]: PlistValue }

function plist(value: PlistValue): string {
  if (typeof value === 'string') return `<string>${escapeHtml(value)}</string>`
  if (typeof value === 'number') return `<integer>${value}</integer>`
  if (typeof value === 'boolean') return `<${value}/>`
  if (Array.isArray(value)) return `<array>${value.map(plist).join('')}</array>`
  const entries = Object.entries(value).map(([key, each]) => `<key>${key}</key>${plist(each)}`)
  return `<dict>\n${entries.join('\n')}\n</dict>`
}

/** A UUID of a hash (RFC 9562, version 8). */
function uuidOf(values: unknown[]): string {
  const hex = hashOf([...values, 1]) + hashOf([...values, 2]) + hashOf([...values, 3])
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return [...groups, hex.slice(20, 32)].join('-').toUpperCase()
}
