import { useLayoutEffect, useRef } from 'preact/hooks'
import type { UpcomingEvent } from '../../src/http/widget/answers.ts'
import { say, sayCount, words } from '../shared/page.ts'
import { dayByKey, dayName, weekdayNames, weeksOf } from './month-days.ts'

/** False on the server, whose page is a table of links until its script runs. */
const isAlive = typeof document !== 'undefined'
/** A day has room for three lines of events. */
const LINES = 3

interface MonthGridProps {
  month: string
  days: Map<string, UpcomingEvent[]>
  today: string
  /** The chosen day; empty: none. */
  chosen: string
  /** The day in the order of the Tab key. */
  current: string
  /** True once a key has led to `current`: it gets the focus. */
  focused: boolean
  busy: boolean
  labelledBy: string
  hrefOf: (day: string) => string
  onMove: (day: string) => void
  onChoose: (day: string) => void
}

/** A month as the date grid of the ARIA Authoring Practices: one tab stop, arrow keys between its days. */
export function MonthGrid({ month, busy, labelledBy, onMove, ...rest }: MonthGridProps) {
  const table = useRef<HTMLTableElement>(null)
  const { current, focused } = rest
  useLayoutEffect(() => {
    if (focused) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [current, focused])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const isRtl = document.documentElement.dir === 'rtl'
    const day = dayByKey(event, rest.current, isRtl)
    if (!day) return
    event.preventDefault()
    onMove(day)
  }
  return (
    <table
      ref={table}
      class="month-grid"
      role={isAlive ? 'grid' : undefined}
      aria-labelledby={labelledBy}
      aria-busy={busy || undefined}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          {weekdayNames().map(({ long, short, narrow }) => (
            <th key={long} scope="col">
              <span class="hidden">{long}</span>
              <span class="short" aria-hidden="true">
                {short}
              </span>
              <span class="narrow" aria-hidden="true">
                {narrow}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, i) => (day ? <Day key={day} day={day} {...rest} /> : <td key={i} />))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = Pick<MonthGridProps, 'days' | 'today' | 'chosen' | 'current' | 'hrefOf' | 'onChoose'> & {
  day: string
}

function Day({ day, days, today, chosen, current, hrefOf, onChoose }: DayProps) {
  const events = days.get(day) ?? []
  const shown = events.length > LINES ? events.slice(0, LINES - 1) : events
  const choose = (event: Event) => {
    event.preventDefault()
    onChoose(day)
  }
  return (
    <td aria-selected={isAlive ? day === chosen : undefined}>
      <a
        class={`date${day < today ? ' past' : ''}${day === chosen ? ' picked' : ''}`}
        // Without scripts there is nothing to see on a day without events.
        href={isAlive || events.length > 0 ? hrefOf(day) : undefined}
        rel="nofollow"
        tabIndex={isAlive ? (day === current ? 0 : -1) : undefined}
        aria-current={day === today ? 'date' : undefined}
        onClick={(event) => {
          if (!event.ctrlKey && !event.metaKey && !event.shiftKey) choose(event)
        }}
        onKeyDown={(event) => {
          if (event.key === ' ') choose(event)
        }}
      >
        <span class="hidden">
          {dayName(day)}
          {events.length > 0 && `, ${sayCount(words.month.count, events.length)}`}
        </span>
        <span class="number" aria-hidden="true">
          {say('{day}', { day: Number(day.slice(8)) })}
        </span>
        {events.length > 0 && (
          <>
            <span class="titles">
              {shown.map(({ id, name, cancelled }) => (
                <span key={id} class={cancelled ? 'title off' : 'title'}>
                  {cancelled && <span class="hidden">{words.events.cancelled}: </span>}
                  <bdi>{name}</bdi>
                </span>
              ))}
              {shown.length < events.length && (
                <span class="rest">{sayCount(words.month.rest, events.length - shown.length)}</span>
              )}
            </span>
            <span class="dots" aria-hidden="true">
              {events.length > LINES ? say('{count}', { count: events.length }) : events.map(() => <i />)}
            </span>
          </>
        )}
      </a>
    </td>
  )
}
