import { DEEPEST, isPageState, MOST_BYTES } from '../../../src/widgets/page-state.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

/** Parameters of a direct link; empty ones are left out. */
export interface LinkParameters {
  calendarIds: string[]
  category: string
  lang: string
  autoSubscribe: boolean
  campaign: string
  /** JSON. */
  state: string
}

export const NO_PARAMETERS: LinkParameters = {
  calendarIds: [],
  category: '',
  lang: '',
  autoSubscribe: false,
  campaign: '',
  state: '',
}

/** An object that a page could give. */
export const STATE_EXAMPLE = '{"order": "1234"}'

/** The link with its parameters; an invalid state is left out. */
export function linkWith(directLink: string, parameters: LinkParameters): string {
  const { calendarIds, category, lang, autoSubscribe, campaign, state } = parameters
  const query = new URLSearchParams({
    ...(calendarIds.length > 0 && { calendarIds: calendarIds.join(',') }),
    ...(category && { category }),
    ...(autoSubscribe && { autoSubscribe: 'true' }),
    ...(lang && { lang }),
    ...(campaign.trim() && { campaign: campaign.trim() }),
    ...(state.trim() && !stateError(state) && { state: JSON.stringify(JSON.parse(state)) }),
  })
  return query.size > 0 ? `${directLink}?${query}` : directLink
}

/** The error of a state, for the form; null if it is valid. */
export function stateError(state: string): string | null {
  if (!state.trim()) return null
  try {
    const value: unknown = JSON.parse(state)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return isPageState(value)
        ? null
        : say(words.widgets.stateTooLarge, { bytes: MOST_BYTES, levels: DEEPEST })
  } catch {
    // not JSON: the message below
  }
  return say(words.widgets.stateFault, { example: STATE_EXAMPLE })
}
