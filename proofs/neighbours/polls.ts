import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestPublisher } from '../../test/support/test-publisher.ts'
import { type Sample, statusOf } from '../normal-client.ts'

const EVERY_MS = 50

export const POLLS = ['signed GET', 'feed'] as const

/** Somebody whose service has to be the same whatever others do. */
export interface Neighbour {
  club: TestPublisher
  feedUrl: string
}

/** So many signed GETs and feed polls, each 50 ms, whether or not the last were answered. All answers. */
export async function pollOften({ club, feedUrl }: Neighbour, times: number): Promise<Sample[]> {
  const agent = new Agent({ keepAlive: true })
  const ask = async (what: (typeof POLLS)[number], url: string, kept?: Agent): Promise<Sample> => {
    const began = performance.now()
    const status = await statusOf('GET', url, undefined, kept)
    return { what, status, ms: performance.now() - began }
  }
  const asked: Promise<Sample>[] = []
  for (let n = 0; n < times; n++) {
    asked.push(ask('signed GET', club.signedUrl('/calendar'), agent), ask('feed', feedUrl))
    await sleep(EVERY_MS)
  }
  const samples = await Promise.all(asked)
  agent.destroy()
  return samples
}
