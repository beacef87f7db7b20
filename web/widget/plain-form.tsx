import type { ListedCalendar, PlainFormPage, WidgetConfig } from '../../src/http/widget/answers.ts'
import { Button } from '../shared/components/button.tsx'
import { CalendarRow } from '../shared/components/calendar-row.tsx'
import { EmailField } from '../shared/components/field.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { Page } from '../shared/components/page-frame.tsx'
import { words } from '../shared/page.ts'
import { readParams } from '../shared/parent.ts'
import { PrivacyHint } from './privacy-hint.tsx'
import { type Answers, findFaults, refusals } from './subscribe-answers.ts'
import { readParameters } from './subscribe-parameters.ts'
import { Consents, OwnQuestions, Registration } from './subscribe-questions.tsx'
import { subscribeBody } from './subscribe-request.ts'
import { readStart } from './subscribe-start.ts'

/** The fields that a person filled in, by their names. */
interface Filled {
  chosen: ReadonlySet<string>
  answers: Answers
}

/** Reads the fields of a form that was sent without scripts, as the body of a request to subscribe. */
export function readPlainForm(config: WidgetConfig, search: string, form: URLSearchParams): object {
  const { chosen, answers } = filledIn(form)
  return subscribeBody(config, chosen, answers, readParameters(readParams(search, '')))
}

/** The form for people without scripts, with all that is asked on one page. It posts to its own address. */
export function PlainForm({ config, filled, refused = {}, search }: PlainFormPage & { search: string }) {
  const start = readStart(config, readParams(search, ''))
  const { chosen, answers }: Filled = filled ? filledIn(new URLSearchParams(filled)) : start
  const faults = filled ? { ...refusals(config, refused), ...findFaults(config, answers) } : {}
  const asks = { config, answers, faults, onChange: () => {} }
  const { subscribe, calendar } = words
  return (
    <Page publisher={config.publisher}>
      <form class="form" method="post" noValidate>
        <h1>{config.publisher.name}</h1>
        <p class="lead">{calendar.subscribeText}</p>
        {filled && (
          <Notice kind="bad">
            {refused.calendarIds === undefined ? subscribe.notAccepted : subscribe.chooseOne}
          </Notice>
        )}
        {!start.parameters.skipCalendars && <Calendars calendars={start.calendars} chosen={chosen} />}
        <EmailField
          label={subscribe.email}
          name="email"
          autocomplete="email"
          value={String(answers.email ?? '')}
          error={faults.email}
          hint={config.publisher.privacyNotice && <PrivacyHint {...config.publisher} />}
          onInput={() => {}}
        />
        <Registration {...asks} />
        <OwnQuestions {...asks} />
        <Consents {...asks} />
        <div class="action">
          <Button kind="main" type="submit">
            {calendar.subscribe}
          </Button>
        </div>
      </form>
    </Page>
  )
}

function Calendars({ calendars, chosen }: { calendars: ListedCalendar[]; chosen: ReadonlySet<string> }) {
  return (
    <ul class="rows">
      {calendars.map((calendar) => (
        <li key={calendar.id}>
          <CalendarRow calendar={calendar} chosen={chosen.has(calendar.id)} onChoose={() => {}} />
        </li>
      ))}
    </ul>
  )
}

/** Checkboxes that are ticked are sent as `on`, others not at all. */
function filledIn(form: URLSearchParams): Filled {
  const fields = [...form].filter(([name]) => name !== 'calendarIds')
  return {
    chosen: new Set(form.getAll('calendarIds')),
    answers: Object.fromEntries(fields.map(([name, value]) => [name, value === 'on' ? true : value])),
  }
}
