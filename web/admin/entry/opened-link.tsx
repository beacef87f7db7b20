import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OpenedLink as Opened } from '../../../src/http/admin/users-schemas.ts'
import { ApiError, send } from '../kit/api.ts'
import { Failure, Loading } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { EntryFrame } from './entry-frame.tsx'

interface OpenedLinkProps {
  /** Empty if the address had none. */
  token: string
  purpose: Opened['purpose']
  /** Shown in place of the page when the link no longer works. */
  expired: ReactNode
  children: (link: Opened) => ReactNode
}

/** Asks the service what a mailed link is for, before the page asks the person for anything. */
export function OpenedLink({ token, purpose, expired, children }: OpenedLinkProps) {
  const query = useQuery({
    queryKey: ['mailed link', token],
    queryFn: async () => (await send<{ data: Opened }>('POST', '/session/link/check', { token })).data,
    enabled: token !== '',
    // Checks count as attempts to sign in, so that the page asks once, and not at each return to its window.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (token === '' || isExpired(query.error)) return expired
  if (query.data) return query.data.purpose === purpose ? children(query.data) : expired
  if (query.error) {
    return (
      <EntryFrame title={words.entry.yourLink}>
        <Failure error={query.error} again={() => void query.refetch()} />
      </EntryFrame>
    )
  }
  return (
    <EntryFrame>
      <Loading rows={3} />
    </EntryFrame>
  )
}

/** 400: a part of the link was lost on its way. */
function isExpired(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 400)
}
