import { BlockList, isIP } from 'node:net'
import type { RefusalKind } from '../errors.ts'

/** The longest callback URL, in characters after normalisation. */
const MAX_URL_LENGTH = 2000

/** IPv4 networks that are closed to callbacks: IANA's special-purpose registry (RFC 6890) and a cloud's own address. */
const CLOSED_IPV4 = [
  '0.0.0.0/8', // this network, unspecified: Linux connects to itself
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; Alibaba's metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host agent, on a public address
  '169.254.0.0/16', // link-local; the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; Oracle's metadata
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays, withdrawn
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]

/** The part of IPv6 in use, and the two forms that contain an IPv4 address, which is checked instead. */
const OPEN_IPV6 = ['2000::/3', '64:ff9b::/96', '::ffff:0:0/96']

/** The networks within `OPEN_IPV6` that are not public. */
const CLOSED_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: leads to any IPv4 address, and nobody has used it since RFC 7526
  '3fff::/20', // documentation
  // NAT64 (RFC 6052), by which networks without IPv4 reach it, and IPv4-mapped addresses (RFC 4291).
  ...CLOSED_IPV4.flatMap((network) => [within('64:ff9b::', network), within('::ffff:', network)]),
]

const closed = blockList([...CLOSED_IPV4, ...CLOSED_IPV6])
const open = blockList(OPEN_IPV6)

/** True for an IP address of the open internet. False for any other text. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip)
  if (family === 4) return !closed.check(ip, 'ipv4')
  return family === 6 && open.check(ip, 'ipv6') && !closed.check(ip, 'ipv6')
}

const TOO_LONG = {
  reason: `must not be longer than ${MAX_URL_LENGTH} characters`,
  kind: 'address_long',
} as const

/** The normalised URL, or the reason why it is refused, which continues "The URL". */
export type CallbackUrlCheck =
  | { url: string; reason?: undefined; kind?: undefined }
  | { url?: undefined; reason: string; kind?: RefusalKind }

/**
 * Checks a callback URL before its name is resolved. The parser has already turned every spelling of an IPv4 address
 * (`127.1`, `2130706433`, `0x7f.1`, full-width digits) into four decimal numbers.
 */
export function checkCallbackUrl(
  text: string,
  { allowPrivate }: { allowPrivate: boolean },
): CallbackUrlCheck {
  if (text.length > MAX_URL_LENGTH) return TOO_LONG
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    return { reason: 'must be an http or https address', kind: 'address_form' }
  if (url.username || url.password)
    return { reason: 'must not hold a user name or password', kind: 'address_login' }
  if (!isUsualPort(url.port))
    return { reason: 'must use port 80, 443 or one from 1024 up', kind: 'address_port' }
  // Names in certificates have no final dot, and one host should have one spelling.
  url.hostname = url.hostname.replace(/\.+$/, '')
  url.hash = ''
  if (!allowPrivate && isPrivateHost(url.hostname))
    return { reason: 'must not lead into a private network', kind: 'address_private' }
  // Percent-encoding has made it longer.
  if (url.href.length > MAX_URL_LENGTH) return TOO_LONG
  return { url: url.href }
}

/** Ports below 1024 belong to mail, SSH and the like, and a callback must not talk to these. */
function isUsualPort(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1024
}

/** `hostname` is that of a URL: lower case, an IPv6 address in brackets. */
function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address)) return !isPublicAddress(address)
  // RFC 6761, 6762 and 8375, and a name that ICANN reserved. A name without a dot is local.
  return !hostname.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(hostname)
}

function blockList(networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split('/') as [string, string]
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

/** `within('::ffff:', '10.0.0.0/8')` is `::ffff:10.0.0.0/104`. */
function within(prefix: string, network: string): string {
  const [address, bits] = network.split('/')
  return `${prefix}${address}/${96 + Number(bits)}`
}
