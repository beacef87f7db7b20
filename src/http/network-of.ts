import { isIP } from 'node:net'

/** A proxy of ours may hand over anything; no more of it is kept than the longest address has. */
const LONGEST = 64

/**
 * What an address counts as, wherever addresses are counted. An IPv6 address counts as its /64, since whoever has one
 * has all 2^64 of them. An IPv4 address written as IPv6 (`::ffff:203.0.113.7`) counts as itself.
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

/** The eight numbers of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%') // the zone of a link-local address
  // A URL has it in one form: lower case, without dots.
  const [front = '', back] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  if (back === undefined) return read(front)
  const [before, after] = [read(front), read(back)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
