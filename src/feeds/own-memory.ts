/**
 * The octets in memory of their own, for what is kept: Node cuts small buffers from a slab of 64 kB, which stays as
 * long as any of them.
 */
export function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
