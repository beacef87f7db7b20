/** Checks only the form of an e-mail address, as the service does (`Email` in src/schemas.ts), to save a request. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@"<>]+@[^\s@"<>.]+(\.[^\s@"<>.]+)+$/.test(text.trim()) && text.trim().length <= 254
}
