import { isPageState, PAGE_STATE_ACCEPTS } from '../../../src/widgets/page-state.ts'

/** What a direct link says beside its widget; empty: nothing. */
export interface LinkParameters {
  calendarIds: string[]
  category: string
  lang: string
  autoSubscribe: boolean
  /** JSON. */
  state: string
}

export const NO_PARAMETERS: LinkParameters = {
  calendarIds: [],
  category: '',
  lang: '',
  autoSubscribe: false,
  state: '',
}

/** The link with what is given; a state that is not valid is left out. */
export function linkWith(directLink: string, given: LinkParameters): string {
  const { calendarIds, category, lang, autoSubscribe, state } = given
  const query = new URLSearchParams({
    ...(calendarIds.length > 0 && { calendarIds: calendarIds.join(',') }),
    ...(category && { category }),
    ...(autoSubscribe && { autoSubscribe: 'true' }),
    ...(lang && { lang }),
    ...(state.trim() && !faultOfState(state) && { state: JSON.stringify(JSON.parse(state)) }),
  })
  return query.size > 0 ? `${directLink}?${query}` : directLink
}

/** What is wrong with a state, for the person who types it. */
export function faultOfState(state: string): string | null {
  if (!state.trim()) return null
  try {
    const value: unknown = JSON.parse(state)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return isPageState(value) ? null : `Must be ${PAGE_STATE_ACCEPTS}`
  } catch {
    // said below
  }
  return 'An object in JSON, such as {"campaign": "spring"}'
}
