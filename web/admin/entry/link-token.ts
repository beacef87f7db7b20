import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Me, startSession } from '../kit/session.tsx'
import { language } from '../words/index.ts'

/** The token of a mailed link. It is the fragment, which browsers don't send, so that no log has it. */
export function linkToken(): string {
  return location.hash.slice(1)
}

/** Goes on after signing in: to the page that was asked for, or to the overview. */
export function useSignedIn(): (me: Me) => Promise<void> {
  const navigate = useNavigate()
  const { next }: { next?: string } = useSearch({ strict: false })
  return (me) => {
    startSession(me)
    const path = next?.replace(/^\/admin/, '') || '/'
    // Only paths within the admin portal: anyone can write a link with `next`.
    const href = /^\/(?![/\\])/.test(path) ? path : '/'
    if (me.user?.language === language) return navigate({ href, replace: true })
    // The page has the words of another language.
    location.replace(`/admin${href}`)
    return new Promise(() => {})
  }
}
