/**
 * The words of a name for an address or a reference, in their script and at most this long in UTF-16 units:
 * `FC Größe – Łódź` gives `fc-grosse-lodz`.
 */
export function slugOf(name: string, maxLength: number): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  return plain
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '')
    .toWellFormed()
}
