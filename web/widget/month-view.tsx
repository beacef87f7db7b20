import { useState } from 'preact/hooks'
import type { MonthEvents } from '../../src/http/widget/answers.ts'
import { Button, LinkButton } from '../shared/components/button.tsx'
import { OpenIcon, PreviousIcon } from '../shared/components/icons.tsx'
import { Notice } from '../shared/components/notice.tsx'
import type { When } from '../shared/dates.ts'
import { say, sayCount, words } from '../shared/page.ts'
import { problemText } from '../shared/problem-text.ts'
import { EventRow, Zone } from './events-list.tsx'
import type { ViewProps } from './events-page.tsx'
import { remember, withParameters } from './events-params.ts'
import {
  addMonths,
  dayAt,
  dayName,
  eventsByDay,
  monthName,
  monthOf,
  readDay,
  readMonth,
} from './month-days.ts'
import { useMonth } from './month-events.ts'
import { MonthGrid } from './month-grid.tsx'

interface Place {
  month: string
  /** The chosen day; empty: the whole month. */
  day: string
  /** The day in the order of the Tab key. */
  current: string
  /** True once a key has led there. */
  focused: boolean
}

/** The events of one month: a grid of its days, and the events of the chosen day or of all. */
export function MonthView(props: ViewProps) {
  const { widgetId, filter, showCalendar, host } = props
  const { params, address, embedded } = host
  const first = props.stale ? undefined : props.month
  const today = dayAt()
  const [place, setPlace] = useState<Place>(() => {
    const month = readMonth(params.get('month')) || first?.month || monthOf(today)
    const day = readDay(params.get('day'), month)
    return { month, day, current: day || startOf(month, today), focused: false }
  })
  const { month, day, current } = place
  const { events: loaded, problem, tryAgain } = useMonth(`/w/${widgetId}/month?${filter}`, month, first)
  const days = eventsByDay(loaded?.data ?? [], month)
  const inMonth = new Set([...days.values()].flat())
  const shown = day ? (days.get(day) ?? []) : (loaded?.data ?? []).filter((event) => inMonth.has(event))

  const go = (next: Place) => {
    if (!widgetId && next.month !== month) return
    setPlace(next)
    if (next.month !== month || next.day !== day)
      remember({ view: 'month', month: next.month, day: next.day })
  }
  const goTo = (next: string) => go({ month: next, day: '', current: startOf(next, today), focused: false })
  const move = (next: string) => {
    const inside = monthOf(next) === month
    go({ month: monthOf(next), day: inside ? day : '', current: next, focused: true })
  }
  const choose = (chosen: string) => go({ month, day: chosen, current: chosen, focused: false })
  const linkTo = (month: string, day = '') => ({
    href: withParameters(address.search, { view: 'month', month, day, after: '' }),
    rel: 'nofollow',
  })
  const step = (months: number, label: string, isThere: boolean) => {
    const target = addMonths(month, months)
    return (
      widgetId &&
      isThere && (
        <LinkButton
          kind="icon"
          {...linkTo(target)}
          aria-label={label}
          onClick={(event) => (event.preventDefault(), goTo(target))}
        >
          {months < 0 ? <PreviousIcon /> : <OpenIcon />}
        </LinkButton>
      )
    )
  }
  return (
    <div class="month-view">
      <section class="month-days" aria-labelledby="month">
        <div class="month-head">
          <h2 id="month">{monthName(month)}</h2>
          {widgetId && month !== monthOf(today) && (
            <LinkButton
              {...linkTo(monthOf(today))}
              onClick={(event) => {
                event.preventDefault()
                go({ month: monthOf(today), day: '', current: today, focused: true })
              }}
            >
              {words.month.current}
            </LinkButton>
          )}
          <span class="steps">
            {step(-1, words.month.previous, canStep(loaded?.previous))}
            {step(1, words.month.next, canStep(loaded?.next))}
          </span>
        </div>
        <MonthGrid
          {...{ month, days, current }}
          today={today}
          chosen={day}
          focused={place.focused}
          busy={!loaded && !problem}
          labelledBy="month"
          hrefOf={(day) => linkTo(month, day).href}
          onMove={move}
          onChoose={choose}
        />
      </section>
      <section class="day-events" aria-labelledby="day">
        <p class="hidden" role="status">
          {loaded
            ? `${day ? dayName(day) : monthName(month)}: ${sayCount(words.month.count, shown.length)}`
            : !problem && words.common.loading}
        </p>
        <h2 id="day">{day ? dayName(day) : say(words.month.all, { month: monthName(month) })}</h2>
        {day && (
          <p class="whole">
            <LinkButton {...linkTo(month)} onClick={(event) => (event.preventDefault(), goTo(month))}>
              {words.month.whole}
            </LinkButton>
          </p>
        )}
        {problem && (
          <Notice kind="bad">
            {problemText(problem)}
            <Button onClick={tryAgain}>{words.common.tryAgain}</Button>
          </Notice>
        )}
        {!loaded && !problem && <p class="soft">{words.common.loading}</p>}
        {loaded?.more && <Notice kind="info">{words.month.cut}</Notice>}
        {loaded && shown.length === 0 && (
          <p class="soft">
            {day ? words.month.noneOnDay : say(words.month.none, { month: monthName(month) })}
          </p>
        )}
        {widgetId && loaded && inMonth.size === 0 && (
          <Elsewhere {...{ loaded, month }} hrefOf={(month) => linkTo(month).href} onGo={goTo} />
        )}
        {shown.length > 0 && <Zone events={shown} />}
        <div class="events">
          <ul>
            {shown.map((event) => (
              <EventRow key={event.id} Name="h3" {...{ event, showCalendar }} newTab={embedded} />
            ))}
          </ul>
        </div>
      </section>
    </div>
  )
}

/** Without scripts, and for search engines, months end with the events. */
function canStep(event: When | false | undefined): boolean {
  return typeof document !== 'undefined' || Boolean(event)
}

function startOf(month: string, today: string): string {
  return month === monthOf(today) ? today : `${month}-01`
}

interface ElsewhereProps {
  loaded: MonthEvents
  month: string
  hrefOf: (month: string) => string
  onGo: (month: string) => void
}

/** The way from an empty month to the next one with events, or to the last. */
function Elsewhere({ loaded, month, hrefOf, onGo }: ElsewhereProps) {
  const event =
    // It is on a day beside the month, where the visitor is.
    loaded.data.find((one) => startMonth(one) > month) ?? (loaded.next || loaded.data[0] || loaded.previous)
  if (!event) return null
  const target = startMonth(event)
  return (
    <LinkButton
      href={hrefOf(target)}
      rel="nofollow"
      onClick={(click) => (click.preventDefault(), onGo(target))}
    >
      {say(words.month.go, { month: monthName(target) })}
    </LinkButton>
  )
}

function startMonth(event: When): string {
  return monthOf(event.startTime === null ? event.startDate : dayAt(event.startAt))
}
