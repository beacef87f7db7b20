import { expect, it } from 'vitest'
import { watchStatements } from '../support/statements.ts'
import { useTestApp } from '../support/test-app.ts'

// Deliveries and targets are looked for by the same interval once there is a target.

const app = useTestApp('postgres', { worker: true })

it('an installation without calendars at providers is hardly asked for them', async () => {
  const { seen, stop } = watchStatements()
  const asked = (table: string) => seen.filter(({ text }) => text.includes(`from "${table}"`)).length
  try {
    await app.publisher()
    await expect.poll(() => asked('delivery')).toBeGreaterThan(5)
  } finally {
    stop()
  }
  expect(asked('push_target_follower')).toBeLessThan(3)
})
