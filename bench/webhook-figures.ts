import type { DatabaseConfig } from '../src/config.ts'
import { type Figure, median, quantile } from './figure.ts'

interface Posts {
  perSecond: number
  /** Processor time of the process that posts, for each delivery. */
  processorMicros: number
}

/** The measurements of one round. */
export interface Round {
  service: Posts
  peer: Posts
  /** Milliseconds of signed GETs, while deliveries were under way and afterwards. */
  gets: { busy: number[]; idle: number[] }
}

/** The figures of several rounds: of everything the median round, so that one slow moment does not decide. */
export function toFigures(name: string, rounds: Round[], database: DatabaseConfig['kind']): Figure[] {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  const rate = { name, unit: 'deliveries/s', value: of((round) => round.service.perSecond) }
  const get = (q: number) => ({
    name: `${name}, signed GET, p${100 * q}`,
    unit: 'ms',
    value: of((round) => quantile(round.gets.busy, q)),
    peer: { name: 'idle', value: of((round) => quantile(round.gets.idle, q)) },
  })
  const limited = { ...get(0.99), peer: { name: 'limit', value: 50 }, goal: { below: 1 } }
  return [
    { ...rate, peer: { name: 'wanted', value: 500 }, goal: { least: 1 } },
    { ...rate, peer: { name: 'bare loop', value: of((round) => round.peer.perSecond) } },
    {
      name: `${name}, processor`,
      unit: 'µs/delivery',
      value: of((round) => round.service.processorMicros),
      peer: { name: 'bare loop', value: of((round) => round.peer.processorMicros) },
    },
    get(0.5),
    get(0.99),
    // With PostgreSQL the server, the service, the receiver and the client share the machine.
    ...(database === 'sqlite' ? [limited] : []),
  ]
}
