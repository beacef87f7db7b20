import { FastiError } from '../../client/src/index.ts'
import type { ImportFault } from './import-file.ts'

/**
 * Runs one request; returns false if the server refused it. A refusal becomes a fault of its line, so that the others
 * continue. `missing`: the fault of what is not there.
 */
export async function attempt(
  { line }: { line: number },
  faults: ImportFault[],
  work: () => Promise<unknown>,
  missing?: string,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof FastiError) || ![400, 404, 409].includes(error.status)) throw error
    const refusal = Object.values(error.errors).join('; ') || error.message
    faults.push({ line, message: error.status === 404 && missing ? missing : refusal })
    return false
  }
}
