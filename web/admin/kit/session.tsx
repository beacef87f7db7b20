import { useQuery } from '@tanstack/react-query'
import type { Me } from '../../../src/http/admin/present-user.ts'
import { ApiError, get, setStanding } from './api.ts'
import { client } from './data.ts'

export type { Me }

const ACTING_IN = 'fasti-publisher'
const RANK = { viewer: 0, editor: 1, owner: 2 }

/** Who is signed in, and for which publisher they act. Throws an ApiError with 401 for nobody. */
export async function readMe(): Promise<Me> {
  const { data } = await get<{ data: Me }>('/me')
  setStanding({ csrf: data.csrf ?? '' })
  return data
}

/** The session of this page. Only used below the shell, where somebody is signed in. */
export function useMe(): Me {
  const { data } = useQuery({ queryKey: ['me'], queryFn: readMe, staleTime: 60_000 })
  if (!data) throw new Error('nobody is signed in here')
  return data
}

/** Whether who is signed in may do what a role may. */
export function useMay(role: Me['role']): boolean {
  return RANK[useMe().role] >= RANK[role]
}

/** Takes over a session that has just begun. */
export function welcome(me: Me): void {
  setStanding({ csrf: me.csrf ?? '' })
  client.clear()
  client.setQueryData(['me'], me)
}

/**
 * Goes on with a new session of the person whose session has ended here. Throws an ApiError where there is none, or
 * where it is somebody else's: what is on the page is not theirs.
 */
export async function resume({ id }: { id: string }): Promise<void> {
  const { data: me } = await get<{ data: Me }>('/me')
  if (me.user?.id !== id) throw new ApiError(0, `In this browser ${me.user?.email} is signed in by now.`)
  setStanding({ csrf: me.csrf ?? '' })
  client.setQueryData(['me'], me)
  // Requests of the meantime were refused.
  void client.invalidateQueries()
}

/** Restores which sub-account this tab acts in. */
export function restorePublisher(): void {
  const kept = sessionStorage.getItem(ACTING_IN)
  if (kept) setStanding({ publisher: Number(kept) })
}

/** Goes into a sub-account, or back to one's own publisher, with everything read anew. */
export function actIn(publisher: number | undefined): void {
  if (publisher === undefined) sessionStorage.removeItem(ACTING_IN)
  else sessionStorage.setItem(ACTING_IN, String(publisher))
  location.assign('/admin')
}

export function forgetPublisher(): void {
  sessionStorage.removeItem(ACTING_IN)
  setStanding({ publisher: undefined })
}
