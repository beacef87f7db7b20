/** How long failures may hold up one round, in milliseconds: a node that hangs takes seconds for each of its publishers. */
const FAILING_MS = 30_000

/**
 * Does some work for each item, such as a publisher, one after the other. One that fails keeps no other from its turn,
 * unless failures take too long: the rest has its turn in the next round. Throws the first error at the end.
 */
export async function eachAlone<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
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
      if (failing > FAILING_MS) break
    }
  }
  if (errors.length > 0) throw errors[0]
}
