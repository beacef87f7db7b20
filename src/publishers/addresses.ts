import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { invalid } from '../errors.ts'

/** IPv4 and IPv6 addresses and networks (CIDR): `203.0.113.7`, `2001:db8::/32`. */
export type Addresses = string[]

const MOST = 50
const lists = new LRUCache<string, BlockList>({ max: 1000 })

/** Parses addresses and removes duplicates. Throws `invalid` for `field`. */
export function readAddresses(input: string[], field: string): Addresses {
  const addresses = [...new Set(input.map((text) => text.trim().toLowerCase()))]
  const wrong = addresses.find((text) => !isNetwork(text))
  if (wrong !== undefined)
    throw invalid({
      [field]: `API key ${field} must be IP addresses or networks such as 203.0.113.0/24, not [${wrong.slice(0, 50)}]`,
    })
  if (addresses.length > MOST) throw invalid({ [field]: `API key ${field} must be at most ${MOST}` })
  return addresses
}

/** Returns whether the list contains an IP address or its network. Accepts IPv4 as `::ffff:1.2.3.4` too. */
export function includesAddress(addresses: Addresses, ip: string): boolean {
  const family = isIP(ip)
  return family !== 0 && listOf(addresses).check(ip, family === 4 ? 'ipv4' : 'ipv6')
}

function listOf(addresses: Addresses): BlockList {
  const name = addresses.join(' ')
  const cached = lists.get(name)
  if (cached) return cached
  const list = new BlockList()
  for (const text of addresses) {
    const [address, bits] = text.split('/') as [string, string?]
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(bits ?? bitsOf(address)), family)
  }
  lists.set(name, list)
  return list
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([0-9a-f:.]{2,45})(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? []
  return isIP(address) !== 0 && (bits === undefined || Number(bits) <= bitsOf(address))
}

function bitsOf(address: string): number {
  return isIP(address) === 4 ? 32 : 128
}
