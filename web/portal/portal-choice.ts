import { useRef, useState } from 'preact/hooks'
import type { PortalData } from '../../src/http/widget/answers.ts'
import { postJson, type Problem } from '../shared/api.ts'

/** What a person decides in the portal, and saves as one. */
export interface Choice {
  calendarIds: ReadonlySet<string>
  /** Offsets such as `15M`; null: as the publisher sets them. */
  reminders: string[] | null
}

export interface ChoiceState extends Choice {
  /** Whether there is something to save. */
  changed: boolean
  busy: boolean
  saved: boolean
  problem: Problem | undefined
  change: (change: Partial<Choice>) => void
  discard: () => void
  save: () => Promise<void>
}

type Outcome = 'none' | 'busy' | 'saved' | Problem

/** The choice as it is shown, and as the service has it. `path` is that of the portal. */
export function useChoice(data: PortalData, path: string): ChoiceState {
  const [stored, setStored] = useState<Choice>(() => choiceOf(data))
  const [shown, setShown] = useState(stored)
  const [outcome, setOutcome] = useState<Outcome>('none')
  const saving = useRef(false)

  const post = async (): Promise<Outcome> => {
    // Two things to store: where the second fails, only that one is left to save.
    if (!sameCalendars(stored, shown)) {
      const answer = await postJson(`${path}/calendars`, { calendarIds: [...shown.calendarIds] })
      if (!answer.ok) return answer.problem
      setStored((before) => ({ ...before, calendarIds: shown.calendarIds }))
    }
    if (!sameReminders(stored, shown)) {
      const answer = await postJson(`${path}/reminders`, { reminders: shown.reminders })
      if (!answer.ok) return answer.problem
      setStored((before) => ({ ...before, reminders: shown.reminders }))
    }
    return 'saved'
  }

  return {
    ...shown,
    changed: !sameCalendars(stored, shown) || !sameReminders(stored, shown),
    busy: outcome === 'busy',
    saved: outcome === 'saved',
    problem: typeof outcome === 'object' ? outcome : undefined,
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

function choiceOf({ calendars, reminders }: PortalData): Choice {
  const subscribed = calendars.filter((calendar) => calendar.subscribed)
  return { calendarIds: new Set(subscribed.map(({ id }) => id)), reminders }
}

function sameCalendars(a: Choice, b: Choice): boolean {
  return a.calendarIds.size === b.calendarIds.size && [...a.calendarIds].every((id) => b.calendarIds.has(id))
}

function sameReminders(a: Choice, b: Choice): boolean {
  return JSON.stringify(a.reminders) === JSON.stringify(b.reminders)
}
