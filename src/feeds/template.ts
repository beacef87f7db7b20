/** Octets shared by many readers. What differs between them, the token of their links, is left open as holes. */
export interface Template {
  bytes: Buffer
  /** In the order they come. */
  holes: Hole[]
}

/** A run of open octets: `length` of them at `at`, for the token's characters from `offset` on. */
export interface Hole {
  at: number
  offset: number
  length: number
}

/** Writes a template with this token to `target` at `at`; tells where it ends. */
export function fill({ bytes, holes }: Template, token: Buffer, target: Buffer, at: number): number {
  bytes.copy(target, at)
  for (const hole of holes) token.copy(target, at + hole.at, hole.offset, hole.offset + hole.length)
  return at + bytes.length
}
