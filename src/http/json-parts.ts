/** Serialises an object in parts: first `head`, then each list page by page. */
export async function* jsonParts(
  head: object,
  lists: Record<string, AsyncIterable<object[]>>,
): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).slice(0, -2)
  for (const [name, pages] of Object.entries(lists)) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let separator = '\n    '
    for await (const page of pages) {
      if (page.length === 0) continue
      yield separator + page.map((item) => JSON.stringify(item)).join(',\n    ')
      separator = ',\n    '
    }
    yield separator.startsWith(',') ? '\n  ]' : ']'
  }
  yield '\n}\n'
}

/** Serialises a list page by page. */
export async function* listParts<T>(
  pages: AsyncIterable<T[]>,
  present: (item: T) => object,
): AsyncGenerator<string> {
  let separator = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((item) => JSON.stringify(present(item))).join()
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
