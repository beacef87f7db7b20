import { expect } from 'vitest'
import { CannotProve, type Outcome, type Proof } from '../../proofs/proof.ts'

/** Runs a proof a few times only. Skips the test, with the reason, if the machine lacks what it needs. */
export async function expectKept(
  { skip }: { skip: (note: string) => void },
  proof: Pick<Proof, 'run'>,
  times: number,
): Promise<Outcome['figures']> {
  try {
    const { figures, broken } = await proof.run({ times, progress: () => {} })
    expect(broken).toEqual([])
    return figures
  } catch (error) {
    if (!(error instanceof CannotProve)) throw error
    skip(error.message)
    return {}
  }
}
