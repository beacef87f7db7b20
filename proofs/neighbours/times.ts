import type { Sample } from '../normal-client.ts'

/** The p99 of one kind of requests, in ms; infinite without any. */
export function p99(samples: Sample[], what: string): number {
  const times = samples.flatMap((sample) => (sample.what === what ? [sample.ms] : [])).sort((a, b) => a - b)
  return times[Math.ceil(times.length * 0.99) - 1] ?? Infinity
}

export function round(ms: number): number {
  return Math.round(ms * 10) / 10
}
