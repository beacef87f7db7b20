import { useEffect, useState } from 'preact/hooks'

export type Step = 'calendars' | 'details' | 'application' | 'done'

interface State {
  step?: Step
  /** What the page or link passed of the person, as a query. */
  personal?: string
}

/** Parameters that say something of the person, or may. */
const PERSONAL = ['email', 'subscriber_reference', 'custom_fields', 'state']

/**
 * Takes what is personal out of the address, where it would stay in the browser's history and in what people
 * share, and keeps it with the history entry, so that a reload still has it. Brings it back into `params`.
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
}

/** The steps of a trial: the history is that of the page around, which goes its own ways. */
export function useTrialSteps(first: Step): Steps {
  const [way, setWay] = useState([first])
  return {
    step: way.at(-1)!,
    go: (next) => setWay((before) => [...before, next]),
    back: () => setWay((before) => before.slice(0, Math.max(1, before.length - 1))),
  }
}

/** The steps as entries of the browser's history, so that its back button leads through them. */
export function useSteps(first: Step): Steps {
  const [step, setStep] = useState(first)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    history.replaceState({ ...(history.state as State), step: first } satisfies State, '')
    const follow = (event: PopStateEvent) => setStep((event.state as State | null)?.step ?? first)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  return {
    step,
    go: (next) => {
      // Pressed twice before the page followed.
      if ((history.state as State).step === next) return
      history.pushState({ ...(history.state as State), step: next } satisfies State, '')
      setStep(next)
    },
    back: () => history.back(),
  }
}

function without(query: string, names: string[]): string {
  const params = new URLSearchParams(query)
  const found = names.filter((name) => params.has(name))
  for (const name of found) params.delete(name)
  return found.length > 0 ? params.toString() : query
}
