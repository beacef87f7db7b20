import { Button, Radio, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { EventRecord, SeriesOfEvent } from '../../../src/http/admin/events-schemas.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { ReachAhead } from '../kit/reach-ahead.tsx'
import { say, sayCount, sentences } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { type About, type Scope, scopesOf } from './scopes.ts'
import { datesText, useDates } from './series-dates.tsx'

/** A change of a date of a series, before it is known which dates it is about. */
export interface Question {
  event: EventRecord & { series: SeriesOfEvent }
  subscriber: string | undefined
  about?: About
  /** The input of the change: what it makes of the dates is shown. */
  input?: object
  title: string
  /** The verb: `Save`. */
  action: string
}

/**
 * Asks which dates of a series a change is about, when that matters: `ask` resolves to undefined if it is given up.
 * `dialog` has to be on the page.
 */
export function useWhichDates() {
  const [question, setQuestion] = useState<Question>()
  const answer = useRef<(scope: Scope | undefined) => void>(() => {})
  const ask = (asked: Omit<Question, 'event'> & { event: EventRecord }): Promise<Scope | undefined> => {
    const { event } = asked
    const { series } = event
    if (!series) return Promise.resolve('this')
    const scopes = scopesOf(series, asked.about)
    if (scopes.length === 1 && (scopes[0] === 'this' || series.dates === 1)) return Promise.resolve(scopes[0])
    setQuestion({ ...asked, event: { ...event, series } })
    return new Promise((resolve) => (answer.current = resolve))
  }
  const close = (scope?: Scope) => {
    setQuestion(undefined)
    answer.current(scope)
  }
  return { ask, dialog: question && <WhichDates question={question} onAnswer={close} /> }
}

function WhichDates({ question, onAnswer }: { question: Question; onAnswer: (scope?: Scope) => void }) {
  const { event, about, input, title, action } = question
  const scopes = scopesOf(event.series, about)
  const [scope, setScope] = useState<Scope>(scopes[0]!)
  const shown = about?.recurrence && !about.ends && input ? input : null
  const dates = useDates(shown, { before: event, subscriber: question.subscriber, scope, limit: 1 })
  return (
    <Dialog opened onClose={() => onAnswer()} title={title}>
      <form
        onSubmit={(submit) => {
          submit.preventDefault()
          submit.stopPropagation()
          onAnswer(scope)
        }}
      >
        <Stack>
          {scopes.length > 1 ? (
            <ChooseScope series={event.series} scopes={scopes} value={scope} onChange={setScope} />
          ) : (
            <Text>
              {about?.ends
                ? sayCount(words.events.datesStay, event.series.dates)
                : sayCount(
                    event.series.goesOn ? words.events.changesAllOpen : words.events.changesAll,
                    event.series.dates,
                  )}
            </Text>
          )}
          <Text size="sm" c="dimmed" aria-live="polite">
            {sentences(
              ...(shown && dates.data
                ? [say(words.events.thereWillBe, { dates: datesText(dates.data) })]
                : []),
              ...(scope !== 'this' && !about?.ends ? [words.events.byHandStays] : []),
            )}
          </Text>
          {!question.subscriber && !event.draft && (
            <Text size="sm">
              <ReachAhead eventIds={[event.id]} />
            </Text>
          )}
          <DialogButtons onClose={() => onAnswer()} close={words.events.goBack}>
            <Button type="submit">{action}</Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** The dates to choose from, each with their number. */
export function ChooseScope({
  series,
  scopes,
  value,
  onChange,
}: {
  series: SeriesOfEvent
  scopes: Scope[]
  value: Scope
  onChange: (scope: Scope) => void
}) {
  return (
    <Radio.Group aria-label={words.events.datesMeant} value={value} onChange={(chosen) => onChange(chosen)}>
      <Stack gap={0}>
        {scopes.map((scope) => (
          <Radio
            key={scope}
            value={scope}
            label={scopeLabel(scope, series)}
            className="scope"
            data-autofocus={scope === value || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** `This and the 5 following dates`. */
export function scopeLabel(scope: Scope, { later, dates, goesOn }: SeriesOfEvent): string {
  if (scope === 'this') return words.events.onlyThisDate
  if (scope === 'following')
    return later > 0
      ? sayCount(goesOn ? words.events.followingDatesOpen : words.events.followingDates, later)
      : words.events.thisAndToCome
  return sayCount(goesOn ? words.events.allDatesOpen : words.events.allDatesLink, dates)
}
