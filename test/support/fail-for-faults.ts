import { afterAll, afterEach } from 'vitest'
import { takeFaults } from './checked-answers.ts'

/** Fails the test that made a service answer something else than its contract says. */
function failForFaults(): void {
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(`Answers against their contracts:\n${faults.join('\n')}`)
}

afterEach(failForFaults)
afterAll(failForFaults)
