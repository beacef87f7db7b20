import { useRef, useState } from 'preact/hooks'
import type { ListedCalendar } from '../../src/http/widget/answers.ts'
import { Button } from '../shared/components/button.tsx'
import { CalendarList } from '../shared/components/calendar-list.tsx'
import { sayCount, words } from '../shared/page.ts'
import { type Progress, StepHeading } from './subscribe-heading.tsx'

interface CalendarsProps {
  calendars: ListedCalendar[]
  chosen: ReadonlySet<string>
  progress: Progress
  onChange: (chosen: Set<string>) => void
  onNext: () => void
}

export function CalendarsStep({ calendars, chosen, progress, onChange, onNext }: CalendarsProps) {
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { subscribe, common } = words
  if (calendars.length === 0) {
    return (
      <>
        <StepHeading title={subscribe.chooseTitle} progress={progress} />
        <p class="lead">{subscribe.noCalendars}</p>
      </>
    )
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen.size > 0) return onNext()
    setTried(true)
    form.current!.querySelector<HTMLElement>('.rows input, summary')?.focus()
  }
  return (
    <form class="form" ref={form} noValidate onSubmit={submit}>
      <StepHeading title={subscribe.chooseTitle} progress={progress} />
      <p class="lead">{subscribe.chooseText}</p>
      <CalendarList calendars={calendars} chosen={chosen} onChange={onChange} />
      <div class="action">
        <p class="status" role="status">
          {chosen.size > 0 && sayCount(common.chosen, chosen.size)}
        </p>
        <div role="alert">
          {tried && chosen.size === 0 && <p class="status bad">{subscribe.chooseOne}</p>}
        </div>
        <Button kind="main" type="submit">
          {common.next}
        </Button>
      </div>
    </form>
  )
}
