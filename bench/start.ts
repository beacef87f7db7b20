import { bigCrowd } from './big.ts'
import { type Figure, median } from './figure.ts'
import type { Options } from './options.ts'
import { processorSeconds } from './processes.ts'
import { startService } from './service.ts'

const LIMIT = { name: 'limit', value: 1 }

/** From the start of the process until it answers, on a database of five million events. */
export async function start(options: Options): Promise<Figure[]> {
  const crowd = await bigCrowd(options)
  const seconds: number[] = []
  const processor: number[] = []
  for (let round = 0; round < (options.quick ? 1 : 7); round++) {
    const started = performance.now()
    const service = await startService(crowd.settings)
    seconds.push((performance.now() - started) / 1000)
    processor.push(processorSeconds(service.pid) ?? NaN)
    await service[Symbol.asyncDispose]()
  }
  const events = crowd.shape.subscribers * crowd.shape.privateEvents
  const name = `start, ${events.toLocaleString('en')} events`
  const figure = { unit: 's', peer: LIMIT }
  return [
    { ...figure, name: `${name}, median`, value: median(seconds), goal: { below: 1 } },
    { ...figure, name: `${name}, slowest`, value: Math.max(...seconds) },
    { ...figure, name: `${name}, processor`, value: median(processor) },
  ]
}
