import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { ApiError, get, send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { SaveBar } from '../kit/save-bar.tsx'
import { useMay } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { EventFields, type EventForm } from './event-fields.tsx'
import { pathsOf } from './event-paths.ts'
import { type EventValues, FIELD_NAMES, inputOf, inWords, WATCHED } from './event-values.ts'
import { LastChange } from './last-change.tsx'
import { usePreview, WhatTheySee } from './what-they-see.tsx'

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

  const save = async (values: EventValues, overwrite = false) => {
    const input = inputOf(values, kind, before)
    const expected = before && !overwrite && { expectedModified: before.modified }
    const path = before ? `${api}/${before.id}` : api
    const sent = send<{ data: EventRecord }>(before ? 'PUT' : 'POST', path, { ...input, ...expected })
    const { data } = await sent.catch((error: unknown) => Promise.reject(inFormWords(error) as Error))
    form.resetDirty()
    done(before ? 'Saved' : data.draft ? 'The draft is saved' : 'The event is published')
    void readAgain(api, '/changes')
    if (before) onChanged(data)
    else await navigate({ href: `/events/${data.id}${query}`, replace: true, ignoreBlocker: true })
  }
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
  useLiveChecks(form, preview.error)
  useBlocker({
    shouldBlockFn: () => form.isDirty() && !window.confirm('Leave without saving your changes?'),
    enableBeforeUnload: () => form.isDirty(),
  })

  const conflict = problem instanceof ApiError && problem.status === 409 && before !== undefined
  return (
    <div className="editor">
      <form onSubmit={submit} noValidate aria-label="Event">
        <fieldset disabled={!mayEdit} className="plain">
          <EventFields form={form} kind={kind} />
        </fieldset>
        {mayEdit ? (
          <SaveBar
            state={form.isDirty() ? 'Unsaved changes' : before && 'All changes saved'}
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
                problem !== undefined && <Refusal error={problem} />
              )
            }
          >
            <Button type="submit" loading={busy}>
              {before ? 'Save' : form.values.draft ? 'Save the draft' : 'Publish'}
            </Button>
          </SaveBar>
        ) : (
          <Text c="dimmed" size="sm" mt="md">
            You can view events. Editors can change them.
          </Text>
        )}
      </form>
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
    <Alert color="warn" title="Someone else changed this event while you were editing" role="alert">
      <Stack gap="sm">
        <Text size="sm">{problem.message}</Text>
        <Group gap="sm">
          <Button variant="default" onClick={reload}>
            Discard my changes and reload
          </Button>
          <Button variant="default" onClick={overwrite}>
            Overwrite with my changes
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** Shows the preview's errors at fields that were edited, and clears them once they are fixed. */
function useLiveChecks(form: EventForm, error: unknown): void {
  const shown = useRef<string[]>([])
  const update = useEffectEvent((error: unknown) => {
    const faults = error instanceof ApiError && error.status === 400 ? Object.entries(error.fields) : []
    const here = faults
      .map(([name, text]) => [FIELD_NAMES[name] ?? name, inWords(text)] as const)
      .filter(([field]) => (WATCHED[field] ?? [field]).some((watched) => form.isDirty(watched)))
    for (const field of shown.current) form.clearFieldError(field)
    for (const [field, text] of here) form.setFieldError(field, text)
    shown.current = here.map(([field]) => field)
  })
  useEffect(() => update(error), [error])
}

/** A refused save, with fields named as in the form. */
function inFormWords(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const fields = Object.entries(error.fields).map(([name, text]) => [name, inWords(text)])
  return new ApiError(
    error.status,
    error.message,
    Object.fromEntries(fields) as Record<string, string>,
    error.body,
  )
}
