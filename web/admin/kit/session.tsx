import { useQuery } from '@tanstack/react-query'
import type { Me } from '../../../src/http/admin/present-user.ts'
import { words } from '../words/index.ts'
import { ApiError, get, setRequestContext } from './api.ts'
import { client } from './data.ts'
import { say } from './say.tsx'

export type { Me }

const ACTING_IN = 'fasti-publisher'
const RANK = { viewer: 0, editor: 1, owner: 2 }

/** Reads who is signed in and for which publisher they act. Throws an ApiError with 401 if nobody is. */
export async function readMe(): Promise<Me> {
  const { data } = await get<{ data: Me }>('/me')
  setRequestContext({ csrf: data.csrf ?? '' })
  return data
}

/** The signed-in user. Only for components inside the shell, which needs a session. */
export function useMe(): Me {
  const { data } = useQuery({ queryKey: ['me'], queryFn: readMe, staleTime: 60_000 })
  if (!data) throw new Error('nobody is signed in here')
  return data
}

/** True if the signed-in user has at least this role. */
export function useMay(role: Me['role']): boolean {
  return RANK[useMe().role] >= RANK[role]
}

/** Starts to use a session that has just begun. */
export function startSession(me: Me): void {
  setRequestContext({ csrf: me.csrf ?? '' })
  client.clear()
  client.setQueryData(['me'], me)
}

/**
 * Continues with a new session of the user whose session has ended. Throws an ApiError if there is no
 * session, or if it belongs to someone else, who must not see what is on the page.
 */
export async function resumeSession({ id }: { id: string }): Promise<void> {
  const { data: me } = await get<{ data: Me }>('/me')
  if (me.user?.id !== id) throw new ApiError(0, say(words.kit.otherUser, { email: me.user?.email ?? '' }))
  setRequestContext({ csrf: me.csrf ?? '' })
  client.setQueryData(['me'], me)
  // Requests in the meantime were refused.
  void client.invalidateQueries()
}

/** Restores the sub-account that this tab acts in. */
export function restorePublisher(): void {
  const stored = sessionStorage.getItem(ACTING_IN)
  if (stored) setRequestContext({ publisher: Number(stored) })
}

/** Switches to a sub-account, or back to the own publisher, and reloads the admin portal. */
export function actIn(publisher: number | undefined): void {
  if (publisher === undefined) sessionStorage.removeItem(ACTING_IN)
  else sessionStorage.setItem(ACTING_IN, String(publisher))
  location.assign('/admin')
}

export function forgetPublisher(): void {
  sessionStorage.removeItem(ACTING_IN)
  setRequestContext({ publisher: undefined })
}
