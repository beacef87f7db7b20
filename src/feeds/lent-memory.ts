/** Octets that lie ready for the next feeds. */
const MOST_READY = 4_000_000
/** Sizes are powers of two from 16 kB on. */
const SMALLEST = 14

const ready: Buffer[][] = []
let readyBytes = 0

/**
 * Memory for a feed that is put together, sent, and not kept: given back it serves the next one, which spares the
 * system's work for new memory and the collector's for the old. What is never given back is collected as usual.
 */
export function lend(length: number): Buffer {
  const exponent = Math.max(SMALLEST, 32 - Math.clz32(length - 1))
  const memory = ready[exponent]?.pop()
  if (memory) readyBytes -= memory.length
  return (memory ?? Buffer.allocUnsafeSlow(2 ** exponent)).subarray(0, length)
}

/** Takes memory back that `lend` gave, when nobody reads it any longer. */
export function giveBack({ buffer }: Buffer): void {
  if (readyBytes + buffer.byteLength > MOST_READY) return
  readyBytes += buffer.byteLength
  const same = (ready[Math.log2(buffer.byteLength)] ??= [])
  same.push(Buffer.from(buffer))
}
