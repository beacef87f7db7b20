import { client } from '../kit/data.ts'

/** After a change of who is signed in. */
export function readMeAgain(): Promise<void> {
  return client.invalidateQueries({ queryKey: ['me'] })
}
