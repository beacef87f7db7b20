import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Me, welcome } from '../kit/session.tsx'

/** What stands behind the `#` of a mailed link. It never reaches the service's log. */
export function linkToken(): string {
  return location.hash.slice(1)
}

/** Where to go once signed in: where one wanted to, or the overview. */
export function useArrival(): (me: Me) => Promise<void> {
  const navigate = useNavigate()
  const { next }: { next?: string } = useSearch({ strict: false })
  return (me) => {
    welcome(me)
    const path = next?.replace(/^\/admin/, '') || '/'
    // Only ever within the portal: the address may have been written by anybody.
    return navigate({ href: /^\/(?![/\\])/.test(path) ? path : '/', replace: true })
  }
}
