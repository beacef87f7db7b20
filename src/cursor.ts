/** Encodes a place in a list as the cursor of the next page. */
export function writeCursor(place: unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Decodes a cursor; the caller has to check its values. Empty for an invalid cursor. */
export function readCursor(cursor: string): unknown[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(place) ? place : []
  } catch {
    return []
  }
}
