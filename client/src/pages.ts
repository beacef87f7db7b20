/** Yields the records of all pages, until a page is empty. */
export async function* walkPages<T>(read: (page: number) => Promise<T[]>): AsyncGenerator<T> {
  for (let page = 1; ; page++) {
    const records = await read(page)
    if (records.length === 0) return
    yield* records
  }
}
