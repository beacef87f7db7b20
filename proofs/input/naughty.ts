import type { Options, Outcome, Proof } from '../proof.ts'
import { inParts } from '../proof.ts'
import { type Operation, operationsOf } from './operations.ts'
import { provePages } from './pages.ts'
import { roundTrip } from './round-trip.ts'
import { STRINGS } from './strings.ts'
import { proveSurfaces } from './surfaces.ts'
import { everythingOf, openApp, type World } from './world.ts'

/** A publisher may have so many callbacks, and invite so many people in an hour: then it is another publisher's turn. */
const A_FEW =
  /^(POST \/admin\/api\/(callbacks|people|api-keys|widgets|imports|imports\/preview)|PUT \/admin\/api\/api-keys\/\{key\})$/
const PER_PUBLISHER = 15

/** Hostile texts in every text field, wherever they may come out again. */
export const naughty: Proof = {
  promise: 'a text comes out as it went in, and as nothing else: every text field of every operation × texts',
  times: STRINGS.length,
  run: (options) =>
    inParts(options, {
      fields: proveRoundTrips,
      surfaces: () => proveSurfaces(STRINGS),
      pages: ({ times, progress }) => provePages(STRINGS.slice(0, times), progress),
    }),
}

/** `times` texts into every field of every operation; where that is less than all, each operation begins elsewhere. */
export async function proveRoundTrips({ times, progress }: Options): Promise<Outcome> {
  const app = await openApp()
  try {
    const world = await everythingOf(app)
    const operations = await operationsOf(world)
    const broken: string[] = []
    for (const [index, operation] of operations.entries()) {
      progress(operation.name)
      const texts = Array.from({ length: times }, (_, i) => STRINGS[(index * times + i) % STRINGS.length]!)
      broken.push(...(await tryTexts(world, operation, texts)))
    }
    const faults = app.log.filter((line) => JSON.parse(line).level >= 50)
    broken.push(...faults.map((line) => `the log has ${line}`))
    const fields = operations.reduce((sum, { texts }) => sum + texts.length, 0)
    const figures = {
      operations: operations.length,
      fields,
      texts: STRINGS.length,
      'texts × fields': times * fields,
    }
    return { figures, broken }
  } finally {
    await app.close()
  }
}

async function tryTexts(world: World, operation: Operation, texts: string[]): Promise<string[]> {
  const broken: string[] = []
  let turn = world
  for (const [index, text] of texts.entries()) {
    if (A_FEW.test(operation.name) && index % PER_PUBLISHER === 0) turn = await everythingOf(world.app)
    broken.push(...(await roundTrip(turn, operation, text)).map((what) => `${operation.name} ${what}`))
  }
  return broken
}
