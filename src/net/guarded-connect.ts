import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './address-guard.ts'

/** Resolves a host name to all its addresses. Rejects if it has none. */
export type Resolve = (hostname: string) => Promise<string[]>

/** The error of a connection that was refused. */
class AddressNotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED'
}

/** The error of a connection that was cut. */
class TooManyBytes extends Error {
  readonly code = 'TOO_MANY_BYTES'
}

/** The time for one of several addresses before the next one is tried. */
const ATTEMPT_MS = 1000
const DNS_TIMEOUT_MS = 2000

/**
 * Opens connections to public addresses only, unless `allowPrivate`. A name is resolved once, and the connection goes
 * to the addresses that were checked, so that the name can't lead elsewhere a moment later (DNS rebinding). A
 * connection ends after `maxBytes` of input. TLS is verified against Node's own roots and `NODE_EXTRA_CA_CERTS`.
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
    // An address is not looked up.
    const refused = isIP(target.hostname) && !allowPrivate && !isPublicAddress(target.hostname)
    if (refused) return done(new AddressNotAllowed(), null)
    connect(target, (...result) => {
      if (result[1]) limitBytes(result[1], maxBytes)
      done(...result)
    })
  }
}

/**
 * Limits the parts of HTTP that no other limit counts: interim answers, chunk extensions, spaces. A receiver that
 * sends them without end would keep a processor busy until the timeout.
 */
function limitBytes(socket: Socket, maxBytes: number): void {
  socket.on('readable', () => {
    if (socket.bytesRead > maxBytes) socket.destroy(new TooManyBytes())
  })
}

/** Creates a `lookup` for `net.connect`, which then connects to these addresses without another lookup. */
export function guardedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (hostname, _options, done) => {
    resolve(hostname).then(
      (addresses) => {
        // One bad address refuses the name: no honest name has both kinds. An empty list crashes Node.
        const good = (address: string) => (allowPrivate ? isIP(address) > 0 : isPublicAddress(address))
        const allowed = addresses.length > 0 && addresses.every(good)
        const all = addresses.map((address) => ({ address, family: isIP(address) }))
        done(allowed ? null : new AddressNotAllowed(), allowed ? all : [])
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }
}

/** Resolves as other programs of this machine do, with the hosts file and names of the local network. */
export const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

/**
 * Resolves by DNS, with two attempts for each server. The system's resolver would block one of the process's four
 * threads, and four callbacks with a slow name server would stop all work that needs a thread. Each name gets a new
 * `Resolver`, because one reads the servers' addresses (`/etc/resolv.conf`) only once.
 */
export async function resolveByDns(hostname: string, servers?: string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 })
  if (servers) resolver.setServers(servers)
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
  return [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
