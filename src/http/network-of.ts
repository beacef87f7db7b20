import { isIP } from 'node:net'

/** A trusted proxy may send any text as the address; it is cut to the length of the longest address. */
const LONGEST = 64

/**
 * Returns the key under which an address is counted. An IPv6 address counts as its /64, because its user
 * controls the whole network. An IPv4-mapped address (`::ffff:203.0.113.7`) counts as IPv4.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address.slice(0, LONGEST)
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535')
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%') // the zone of a link-local address
  // The URL parser normalises it: lower case, without dots.
  const [front = '', back] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  if (back === undefined) return read(front)
  const [before, after] = [read(front), read(back)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
