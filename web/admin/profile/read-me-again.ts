import { client } from '../kit/data.ts'

/** Reads the signed-in user again, after a change of their data. */
export function readMeAgain(): Promise<void> {
  return client.invalidateQueries({ queryKey: ['me'] })
}
