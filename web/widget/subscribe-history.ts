import { useEffect, useState } from 'preact/hooks'

export type Step = 'calendars' | 'details' | 'application' | 'done'

interface State {
  step?: Step
  /** The personal parameters from the page or link, as a query. */
  personal?: string
}

/** Parameters that contain personal data, or may. */
const PERSONAL = ['email', 'subscriber_reference', 'custom_fields', 'state']

/**
 * Removes personal parameters from the URL, so that they don't stay in the browser's history or in shared
 * links, and keeps them in the state of the history entry for a reload. After a reload it adds them to
 * `params`.
 */
export function keepPersonal(params: URLSearchParams): void {
  const before = (history.state as State | null)?.personal
  for (const [name, value] of new URLSearchParams(before)) if (!params.has(name)) params.set(name, value)
  const personal = new URLSearchParams([...params].filter(([name]) => PERSONAL.includes(name)))
  const query = without(location.search.slice(1), PERSONAL)
  const fragment = without(location.hash.slice(1), PERSONAL)
  const address = location.pathname + (query && `?${query}`) + (fragment && `#${fragment}`)
  history.replaceState({ personal: personal.toString() } satisfies State, '', address)
}

export interface Steps {
  step: Step
  go: (step: Step) => void
  back: () => void
  /** Shows another step in place of this one. */
  replace: (step: Step) => void
}

/** The steps of a preview, without the browser's history, which belongs to the admin portal. */
export function useTrialSteps(first: Step): Steps {
  const [path, setPath] = useState([first])
  return {
    step: path.at(-1)!,
    go: (next) => setPath((before) => [...before, next]),
    back: () => setPath((before) => before.slice(0, Math.max(1, before.length - 1))),
    replace: (other) => setPath((before) => [...before.slice(0, -1), other]),
  }
}

/** The steps as entries of the browser's history, so that its back button works. */
export function useSteps(first: Step): Steps {
  const [step, setStep] = useState(first)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    history.replaceState({ ...(history.state as State), step: first } satisfies State, '')
    const follow = (event: PopStateEvent) => setStep((event.state as State | null)?.step ?? first)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [first])
  return {
    step,
    go: (next) => {
      // The button was pressed twice before the next render.
      if ((history.state as State).step === next) return
      history.pushState({ ...(history.state as State), step: next } satisfies State, '')
      setStep(next)
    },
    back: () => history.back(),
    replace: (other) => {
      history.replaceState({ ...(history.state as State), step: other } satisfies State, '')
      setStep(other)
    },
  }
}

function without(query: string, names: string[]): string {
  const params = new URLSearchParams(query)
  const present = names.filter((name) => params.has(name))
  for (const name of present) params.delete(name)
  return present.length > 0 ? params.toString() : query
}
