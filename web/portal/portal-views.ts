import { useCallback, useEffect, useState } from 'preact/hooks'

/** The screens of the portal, as the fragment of its address names them; empty: the first. */
export type View = '' | 'add' | 'fresh' | 'leave'

const VIEWS: string[] = ['', 'add', 'fresh', 'leave']

export interface Views {
  view: View
  open: (view: View) => void
  /** As the browser's own way back, where that leads there. */
  back: () => void
}

/** Screens that the browser's back button leads through. `path` is what the address has to be, whatever it was. */
export function useViews(path: string): Views {
  const [view, setView] = useState(viewOf(location.hash))

  useEffect(() => {
    const follow = () => {
      // An entry from before the link was replaced would reload as one that has stopped.
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
