/** The text of a place in a list, for whoever asks for the next page. What stands in it is the list's own. */
export function writeCursor(place: unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** What `writeCursor` wrote, still to be checked; empty for anything else. */
export function readCursor(cursor: string): unknown[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(place) ? place : []
  } catch {
    return []
  }
}
