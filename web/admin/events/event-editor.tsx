import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EventAnswer, EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { ApiError, get, send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { LeaveGuard } from '../kit/leave-guard.tsx'
import { ReachAhead } from '../kit/reach-ahead.tsx'
import { SaveBar } from '../kit/save-bar.tsx'
import { sayCount } from '../kit/say.tsx'
import { useMay, useMe } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { undoChanges } from '../kit/undo-changes.ts'
import { words } from '../words/index.ts'
import { EventFields, type EventForm } from './event-fields.tsx'
import { pathsOf } from './event-paths.ts'
import {
  type EventValues,
  FIELD_NAMES,
  formName,
  inputOf,
  nextValues,
  timesOf,
  WATCHED,
} from './event-values.ts'
import { LastChange } from './last-change.tsx'
import { rememberPlace } from './last-place.ts'
import { RepeatsFields } from './repeats.tsx'
import { recurrenceOf } from './repeats-values.ts'
import { type Scope, scopeQuery } from './scopes.ts'
import { useDates } from './series-dates.tsx'
import { usePreview, WhatTheySee } from './what-they-see.tsx'
import { useWhichDates } from './which-dates.tsx'

interface EditorProps {
  initial: EventValues
  /** The stored event; left out for a new one. */
  before?: EventRecord
  subscriber: string | undefined
  /** Called with the stored event after saving or reloading. */
  onChanged?: (event: EventRecord) => void
}

/** The form of an event, and beside it what subscribers will see. */
export function EventEditor({ initial, before, subscriber, onChanged = () => {} }: EditorProps) {
  const mayEdit = useMay('editor')
  const navigate = useNavigate()
  const { api, query } = pathsOf(subscriber)
  const kind = subscriber ? 'private' : 'public'
  const { timezone } = useMe().publisher
  /** True while the form is sent by *Save and add another*. */
  const another = useRef(false)

  const whichDates = useWhichDates()
  const save = async (values: EventValues, overwrite = false) => {
    const recurrence = recurrenceOf(values.repeats, before)
    const input = { ...inputOf(values, kind, before), ...(recurrence !== undefined && { recurrence }) }
    const scope = before && (await whichDates.ask(questionOf(before, input)))
    if (before && !scope) throw new GivenUp()
    const expected = before && !overwrite && { expectedModified: before.modified }
    const path = before ? `${api}/${before.id}${scopeQuery(scope)}` : api
    const sent = send<EventAnswer>(before ? 'PUT' : 'POST', path, { ...input, ...expected })
    const { data, change } = await sent.catch((error: unknown) => Promise.reject(inFormNames(error) as Error))
    form.resetDirty()
    const undo = before && change && (() => void undoChanges([change]).then(reload).catch(failed))
    done(savedText(data, before, scope), undo || undefined)
    void readAgain(api, '/changes')
    if (kind === 'public') rememberPlace(data.location)
    if (!before && another.current) return startNext(values)
    if (before?.id === data.id) onChanged(data)
    else await navigate({ href: `/events/${data.id}${query}`, replace: true, ignoreBlocker: true })
  }
  const startNext = (saved: EventValues) => {
    const next = nextValues(saved, timezone)
    form.setValues(next)
    form.resetDirty(next)
    form.getInputNode('name')?.focus()
  }
  const questionOf = (event: EventRecord, input: { recurrence?: object | null }) => ({
    ...{ event, subscriber, input, title: words.events.whichDates, action: words.kit.save },
    about: {
      recurrence: input.recurrence !== undefined,
      ends: input.recurrence === null,
      single: input.recurrence === undefined && form.isDirty('reference'),
    },
  })
  const reload = async () => {
    const { data } = await get<{ data: EventRecord }>(`${api}/${before?.id}`)
    form.resetDirty()
    onChanged(data)
  }
  const { form, submit, busy, problem, setProblem } = useServerForm<EventValues>({
    initialValues: initial,
    save,
    names: FIELD_NAMES,
  })
  const asked = new URLSearchParams({
    ...(before && { id: before.id }),
    ...(subscriber && { svcId: subscriber }),
  }).toString()
  const input = inputOf(form.values, kind, before)
  const preview = usePreview(before?.cancelled ? { ...input, cancelled: 1 } : input, asked && `?${asked}`)
  const [limit, setLimit] = useState<number>()
  const { series } = before ?? {}
  const hasMoved = TIMES.some((name) => form.isDirty(name))
  const isOther = hasMoved || form.isDirty('repeats')
  const dates = useDates(
    form.values.repeats.choice === 'never'
      ? null
      : { ...timesOf(form.values), recurrence: recurrenceOf(form.values.repeats, before) ?? {} },
    {
      ...{ before, subscriber },
      scope: isOther && series && series.earlier > 0 ? 'following' : 'all',
      ...(limit && { limit }),
    },
  )
  useLiveChecks(form, preview.error, dates.error)

  const conflict = problem instanceof ApiError && problem.status === 409 && before !== undefined
  return (
    <div className="editor">
      <form onSubmit={submit} noValidate aria-label={words.events.event}>
        <fieldset disabled={!mayEdit} className="plain">
          <EventFields
            form={form}
            kind={kind}
            repeats={
              <RepeatsFields {...{ form, before }} dates={dates.data} error={dates.error} onMore={setLimit} />
            }
          />
        </fieldset>
        {mayEdit ? (
          <SaveBar
            state={form.isDirty() ? words.kit.unsaved : before && words.events.allSaved}
            notice={
              before &&
              hasMoved &&
              kind === 'public' &&
              !before.draft && <ReachAhead eventIds={[before.id]} />
            }
            problem={
              conflict ? (
                <Conflict
                  problem={problem}
                  reload={() => void reload().catch(setProblem)}
                  overwrite={() => {
                    setProblem(undefined)
                    save(form.values, true).catch(setProblem)
                  }}
                />
              ) : (
                problem !== undefined && !(problem instanceof GivenUp) && <Refusal error={problem} />
              )
            }
          >
            {!before && (
              <Button
                type="submit"
                variant="default"
                disabled={busy}
                onClick={() => (another.current = true)}
              >
                {words.events.saveAndAdd}
              </Button>
            )}
            <Button type="submit" loading={busy} onClick={() => (another.current = false)}>
              {before ? words.kit.save : form.values.draft ? words.events.saveDraft : words.events.makeItLive}
            </Button>
          </SaveBar>
        ) : (
          <Text c="dimmed" size="sm" mt="md">
            {words.events.viewOnly}
          </Text>
        )}
      </form>
      {whichDates.dialog}
      <LeaveGuard isDirty={() => form.isDirty()} />
      <Box className="beside">
        <Stack gap="md">
          {before && !subscriber && <LastChange eventId={before.id} />}
          <WhatTheySee preview={preview} />
        </Stack>
      </Box>
    </div>
  )
}

function Conflict({
  problem,
  reload,
  overwrite,
}: {
  problem: ApiError
  reload: () => void
  overwrite: () => void
}) {
  return (
    <Alert color="warn" title={words.events.conflict} role="alert">
      <Stack gap="sm">
        <Text size="sm">{problem.message}</Text>
        <Group gap="sm">
          <Button variant="default" onClick={reload}>
            {words.events.discard}
          </Button>
          <Button variant="default" onClick={overwrite}>
            {words.events.overwrite}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

const TIMES = ['startDate', 'startTime', 'endDate', 'endTime', 'allDay', 'timezone'] as const

/** Thrown when somebody goes back instead of saving. */
class GivenUp extends Error {}

/** The text after saving: `Saved: 17 dates`. */
function savedText(data: EventRecord, before: EventRecord | undefined, scope: Scope | undefined): string {
  const { series, draft } = data
  const several = series && (scope !== 'this' || before?.series === null)
  if (before) return several ? sayCount(words.events.savedDates, series.dates) : words.kit.saved
  if (series) return sayCount(draft ? words.events.datesSavedAsDrafts : words.events.datesLive, series.dates)
  return draft ? words.events.draftSaved : words.events.nowLive
}

/** Shows errors of the previews at fields that were edited, and clears them once they are fixed. */
function useLiveChecks(form: EventForm, one: unknown, other: unknown): void {
  const shown = useRef<string[]>([])
  const update = useEffectEvent((errors: unknown[]) => {
    const faults = errors.flatMap((error) =>
      error instanceof ApiError && error.status === 400 ? Object.entries(error.fields) : [],
    )
    const here = faults
      .map(([name, text]) => [formName(name), text] as const)
      .filter(([field]) => (WATCHED[field] ?? [field]).some((watched) => form.isDirty(watched)))
    for (const field of shown.current) form.clearFieldError(field)
    for (const [field, text] of here) form.setFieldError(field, text)
    shown.current = here.map(([field]) => field)
  })
  useEffect(() => update([one, other]), [one, other])
}

/** A refused save, with fields named as in the form. */
function inFormNames(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const fields = Object.entries(error.fields).map(([name, text]) => [formName(name), text])
  return new ApiError(
    error.status,
    error.message,
    Object.fromEntries(fields) as Record<string, string>,
    error.body,
  )
}
