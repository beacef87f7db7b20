/** How long failures may hold up one round, in milliseconds: a node that hangs takes seconds for each of its publishers. */
const FAILING_MS = 30_000

/**
 * Does some work for each item, such as a publisher, one after the other, or `atOnce` at a time. One that fails keeps no
 * other from its turn, unless failures take more than `failingMs`: the rest has its turn in the next round. Throws the
 * first error at the end.
 */
export async function eachAlone<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  { failingMs = FAILING_MS, atOnce = 1 } = {},
): Promise<void> {
  const errors: unknown[] = []
  let failing = 0
  // All lanes take from one iterator.
  const left = [...items].values()
  const lane = async () => {
    for (const item of left) {
      if (failing > failingMs) break
      const began = performance.now()
      try {
        await work(item)
      } catch (error) {
        errors.push(error)
        failing += performance.now() - began
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  if (errors.length > 0) throw errors[0]
}

/** Takes steps one after the other, each whatever became of those before. Throws the first error at the end. */
export async function eachStep(steps: (() => Promise<unknown>)[]): Promise<void> {
  await eachAlone(steps, (step) => step(), { failingMs: Infinity })
}
