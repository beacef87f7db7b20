import type { ApiKeyAnswer } from '../../../src/http/admin/api-keys-schemas.ts'

/** What a key is good for now, in a word. */
export function keyState({ active, expires }: ApiKeyAnswer, now = Date.now()) {
  if (!active) return { kind: 'plain', word: 'Switched off' } as const
  if (expires === null) return { kind: 'ok', word: 'On' } as const
  const left = Date.parse(expires) - now
  if (left <= 0) return { kind: 'bad', word: 'Expired' } as const
  return left < 14 * 86_400_000
    ? ({ kind: 'warn', word: 'Expires soon' } as const)
    : ({ kind: 'ok', word: 'On' } as const)
}
