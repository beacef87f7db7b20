/** The value of a `datetime-local` field for an ISO time; empty for null. */
export function toField(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The ISO time for the value of a `datetime-local` field; null if it is empty or invalid. */
export function fromField(text: string): string | null {
  const at = new Date(text)
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
