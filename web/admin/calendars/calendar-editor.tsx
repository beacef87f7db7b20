import { Button } from '@mantine/core'
import { useRef } from 'react'
import type { AdminCalendar, CalendarAnswer } from '../../../src/http/admin/calendars-schemas.ts'
import { ApiError, send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { LeaveGuard } from '../kit/leave-guard.tsx'
import { Section } from '../kit/page.tsx'
import { SaveBar } from '../kit/save-bar.tsx'
import { say } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { CalendarFields } from './calendar-fields.tsx'
import { CALENDAR_RULES, type CalendarValues, inputOf, valuesOf } from './calendar-form.ts'

interface CalendarEditorProps {
  /** Undefined for a new calendar. */
  calendar?: AdminCalendar
  onCreated?: (calendar: AdminCalendar) => void
}

/** The form of a calendar, checked while typing. */
export function CalendarEditor({ calendar, onCreated }: CalendarEditorProps) {
  const mayEdit = useMay('editor')
  const saved = useRef(false)
  const { form, submit, busy, problem } = useServerForm<CalendarValues>({
    initialValues: valuesOf(calendar),
    validate: CALENDAR_RULES,
    names: { draft: 'live' },
    async save(values) {
      const answer = await store(calendar?.id, inputOf(values, calendar === undefined))
      saved.current = onCreated !== undefined
      await readAgain('/calendars', '/categories', '/genres')
      // The service has filled in what was left empty.
      if (calendar) form.initialize(valuesOf(answer.data))
      done(calendar ? words.kit.saved : say(words.calendars.createdOne, { name: answer.data.name }))
      onCreated?.(answer.data)
    },
  })
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Section title={calendar && words.calendars.settings}>
          <CalendarFields form={form} id={calendar?.id} readOnly={!mayEdit} />
        </Section>
        {mayEdit && (
          <SaveBar
            state={form.isDirty() ? words.calendars.unsaved : calendar && words.calendars.allSaved}
            problem={problem !== undefined && <Refusal error={problem} />}
          >
            {calendar && form.isDirty() && (
              <Button variant="default" onClick={() => form.reset()}>
                {words.kit.undo}
              </Button>
            )}
            <Button type="submit" loading={busy} disabled={calendar !== undefined && !form.isDirty()}>
              {calendar ? words.kit.save : words.calendars.create}
            </Button>
          </SaveBar>
        )}
      </form>
      <LeaveGuard isDirty={() => form.isDirty() && !saved.current} />
    </>
  )
}

/** Puts a conflict (409), which names no field, at the reference: only the reference can conflict. */
async function store(id: string | undefined, input: ReturnType<typeof inputOf>): Promise<CalendarAnswer> {
  try {
    return await (id ? send('PUT', `/calendars/${id}`, input) : send('POST', '/calendars', input))
  } catch (error) {
    if (error instanceof ApiError && error.status === 409)
      throw new ApiError(409, error.message, { reference: words.calendars.referenceTaken })
    throw error
  }
}
