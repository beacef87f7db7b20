import { useCallback, useEffect, useState } from 'preact/hooks'

/** The screens of the portal, as named in the URL fragment; empty for the overview. */
export type View =
  | ''
  | 'account'
  | 'add'
  | 'data'
  | 'devices'
  | 'email'
  | 'fresh'
  | 'google'
  | 'leave'
  | 'microsoft'
  | 'mine'
  | 'notify'

const VIEWS: string[] = [
  ...[
    '',
    'account',
    'add',
    'data',
    'devices',
    'email',
    'fresh',
    'google',
    'leave',
    'microsoft',
    'mine',
    'notify',
  ],
]

export interface Views {
  view: View
  open: (view: View) => void
  /** Goes back in the browser's history if the overview is there. */
  back: () => void
}

/**
 * Screens as entries of the browser's history. `path`: the
 * portal's current path, which changes with the link.
 */
export function useViews(path: string): Views {
  const [view, setView] = useState(viewOf(location.hash))

  useEffect(() => {
    const follow = () => {
      // A history entry from before the link was replaced would reload the old link.
      if (location.pathname !== path)
        history.replaceState(history.state, '', path + location.search + location.hash)
      setView(viewOf(location.hash))
    }
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [path])

  const open = useCallback((next: View) => {
    history.pushState({ inside: true }, '', `${location.pathname}${location.search}#${next}`)
    setView(next)
  }, [])
  const back = useCallback(() => {
    if ((history.state as { inside?: boolean } | null)?.inside) return history.back()
    history.replaceState(null, '', location.pathname + location.search)
    setView('')
  }, [])
  return { view, open, back }
}

function viewOf(fragment: string): View {
  const name = fragment.slice(1)
  return VIEWS.includes(name) ? (name as View) : ''
}
