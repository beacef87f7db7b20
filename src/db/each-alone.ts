/** How long failures may hold up one round, in milliseconds: a node that hangs takes seconds for each of its publishers. */
const FAILING_MS = 30_000

/**
 * Does some work for each item, such as a publisher, one after the other. One that fails keeps no other from its turn,
 * unless failures take more than `failingMs`: the rest has its turn in the next round. Throws the first error at the end.
 */
export async function eachAlone<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  failingMs = FAILING_MS,
): Promise<void> {
  const errors: unknown[] = []
  let failing = 0
  for (const item of items) {
    const began = performance.now()
    try {
      await work(item)
    } catch (error) {
      errors.push(error)
      failing += performance.now() - began
      if (failing > failingMs) break
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Takes steps one after the other, each whatever became of those before. Throws the first error at the end. */
export async function eachStep(steps: (() => Promise<unknown>)[]): Promise<void> {
  await eachAlone(steps, (step) => step(), Infinity)
}
