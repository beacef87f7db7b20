/** `20260329T013000`: a local time, in ms as if in UTC (RFC 5545, 3.3.5 form 1 and 3). */
export function formatLocal(time: number): string {
  const iso = new Date(time).toISOString()
  return iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 13) + iso.slice(14, 16) + iso.slice(17, 19)
}

/** `20260329T013000Z`: an instant, epoch ms (RFC 5545, 3.3.5 form 2). */
export function formatUtc(time: number): string {
  return formatLocal(time) + 'Z'
}
