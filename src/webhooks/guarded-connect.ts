import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './address-guard.ts'

/** Every address of a host name; rejects when there is none. */
export type Resolve = (hostname: string) => Promise<string[]>

/** Why a connection was not attempted. */
class AddressNotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED'
}

/** Why a connection was cut. */
class TooManyBytes extends Error {
  readonly code = 'TOO_MANY_BYTES'
}

/** How long one of several addresses may take before it is given up for the next. */
const ATTEMPT_MS = 1000
const DNS_TIMEOUT_MS = 2000

/**
 * Opens connections to public addresses only, unless `allowPrivate`. A name is resolved once, all its addresses
 * are checked and nothing else is connected to, so that a name can't lead elsewhere a moment later (DNS
 * rebinding). A connection ends when more than `maxBytes` came in over it. TLS is verified against Node's own
 * roots, which `NODE_EXTRA_CA_CERTS` adds to.
 */
export function guardedConnector(options: {
  allowPrivate: boolean
  resolve: Resolve
  timeoutMs: number
  maxBytes: number
}): buildConnector.connector {
  const { allowPrivate, resolve, timeoutMs, maxBytes } = options
  const connect = buildConnector({
    lookup: guardedLookup(resolve, allowPrivate),
    autoSelectFamily: true, // so that `lookup` is asked for all addresses
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
    timeout: timeoutMs,
    allowH2: false,
  })
  return (target, done) => {
    // There is no lookup for an address.
    const refused = isIP(target.hostname) && !allowPrivate && !isPublicAddress(target.hostname)
    if (refused) return done(new AddressNotAllowed(), null)
    connect(target, (...result) => {
      if (result[1]) limitBytes(result[1], maxBytes)
      done(...result)
    })
  }
}

/**
 * HTTP has places that hold any number of bytes and that no other limit counts: interim answers, chunk
 * extensions, spaces. Left alone, a receiver that pours into them keeps a processor busy until time is out.
 */
function limitBytes(socket: Socket, maxBytes: number): void {
  socket.on('readable', () => {
    if (socket.bytesRead > maxBytes) socket.destroy(new TooManyBytes())
  })
}

/** A `lookup` for `net.connect`, which then goes to these addresses and asks nobody again. */
export function guardedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (hostname, _options, done) => {
    resolve(hostname).then(
      (addresses) => {
        // One bad address is enough: no honest name has both kinds. Node does not survive an empty list.
        const good = (address: string) => (allowPrivate ? isIP(address) > 0 : isPublicAddress(address))
        const allowed = addresses.length > 0 && addresses.every(good)
        const all = addresses.map((address) => ({ address, family: isIP(address) }))
        done(allowed ? null : new AddressNotAllowed(), allowed ? all : [])
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }
}

/** As every program of this machine does it: the hosts file and names of the local network count too. */
export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

/**
 * Straight from DNS, asking each server twice. The system's way would hold one of the process's four threads
 * until it is answered: four callbacks with a slow name server would stop all that needs a thread. A resolver of
 * its own for each name, because it reads the servers' addresses (`/etc/resolv.conf`) only once.
 */
export async function resolveByDns(hostname: string, servers?: string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 })
  if (servers) resolver.setServers(servers)
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
  return [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
