import { useRef, useState } from 'preact/hooks'
import type { PortalData } from '../../src/http/widget/answers.ts'
import { postJson, type Problem } from '../shared/api.ts'
import { language, words } from '../shared/page.ts'

/** The settings that a person changes and saves together. */
export interface Choice {
  calendarIds: ReadonlySet<string>
  /** Offsets such as `15M`; null for the publisher's reminders. */
  reminders: string[] | null
  /** True: e-mails about changes. */
  alerts: boolean
}

export interface ChoiceState extends Choice {
  /** True if there are unsaved changes. */
  changed: boolean
  busy: boolean
  /** True after saving; `mails`: only the choice of e-mails was saved. */
  saved: boolean | 'mails'
  problem: Problem | undefined
  /** The message if the service refused, in place of the general one. */
  refused: string | undefined
  /** The number of times that other calendars were saved. */
  timesChosen: number
  change: (change: Partial<Choice>) => void
  discard: () => void
  save: () => Promise<void>
}

type Outcome = 'none' | 'busy' | 'saved' | 'mails' | { problem: Problem; refused?: string }

/** The choice as shown and as stored by the service. `path`: of the portal. */
export function useChoice(data: PortalData, path: string): ChoiceState {
  const [stored, setStored] = useState<Choice>(() => choiceOf(data))
  const [shown, setShown] = useState(stored)
  const [outcome, setOutcome] = useState<Outcome>('none')
  const [timesChosen, setTimesChosen] = useState(0)
  const saving = useRef(false)

  const post = async (): Promise<Outcome> => {
    // Several requests: if one fails, only that one and those after it are left to save. Alerts are the first, since
    // they alone need a browser that came from an e-mail, and the message then says that nothing was changed.
    if (stored.alerts !== shown.alerts) {
      const answer = await postJson(`${path}/alerts?lang=${language}`, { on: shown.alerts })
      if (!answer.ok) return { problem: answer.problem, refused: words.portal.freshOver }
      setStored((before) => ({ ...before, alerts: shown.alerts }))
      if (sameCalendars(stored, shown) && sameReminders(stored, shown)) return 'mails'
    }
    if (!sameCalendars(stored, shown)) {
      const answer = await postJson(`${path}/calendars`, { calendarIds: [...shown.calendarIds] })
      if (!answer.ok) return { problem: answer.problem }
      setStored((before) => ({ ...before, calendarIds: shown.calendarIds }))
      setTimesChosen((before) => before + 1)
    }
    if (!sameReminders(stored, shown)) {
      const answer = await postJson(`${path}/reminders`, { reminders: shown.reminders })
      if (!answer.ok) return { problem: answer.problem }
      setStored((before) => ({ ...before, reminders: shown.reminders }))
    }
    return 'saved'
  }

  return {
    ...shown,
    changed: !sameCalendars(stored, shown) || !sameReminders(stored, shown) || stored.alerts !== shown.alerts,
    busy: outcome === 'busy',
    saved: outcome === 'mails' ? 'mails' : outcome === 'saved',
    problem: typeof outcome === 'object' ? outcome.problem : undefined,
    refused: typeof outcome === 'object' ? outcome.refused : undefined,
    timesChosen,
    change(change) {
      setShown((before) => ({ ...before, ...change }))
      if (outcome !== 'busy') setOutcome('none')
    },
    discard() {
      setShown(stored)
      setOutcome('none')
    },
    async save() {
      if (saving.current) return
      saving.current = true
      setOutcome('busy')
      setOutcome(await post())
      saving.current = false
    },
  }
}

function choiceOf({ calendars, reminders, alerts }: PortalData): Choice {
  const subscribed = calendars.filter((calendar) => calendar.subscribed)
  return { calendarIds: new Set(subscribed.map(({ id }) => id)), reminders, alerts: alerts === 'on' }
}

function sameCalendars(a: Choice, b: Choice): boolean {
  return a.calendarIds.size === b.calendarIds.size && [...a.calendarIds].every((id) => b.calendarIds.has(id))
}

function sameReminders(a: Choice, b: Choice): boolean {
  return JSON.stringify(a.reminders) === JSON.stringify(b.reminders)
}
