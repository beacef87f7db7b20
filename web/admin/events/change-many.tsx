import { Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { ManyChangedAnswer, ManyPreviewAnswer } from '../../../src/http/admin/many-events-schemas.ts'
import { type Params, send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { Dialog } from '../kit/dialog.tsx'
import { faultsText } from '../kit/reasons.ts'
import { say, sayCount } from '../kit/say.tsx'
import { Refusal } from '../kit/states.tsx'
import { done, warn } from '../kit/toast.tsx'
import { undoFromToast } from '../kit/undo-changes.ts'
import { words } from '../words/index.ts'
import { changeOf, INITIAL_VALUES, isComplete, ManyFields, type Part } from './many-fields.tsx'
import { ManyPreview } from './many-preview.tsx'

/** Events of one request; the service takes no more. */
const PORTION = 500
const MOST_NAMED = 8

/** The events of a change: chosen ones, or all that the list finds. */
export type Target = { ids: string[] } | { filter: Params }
/** The change that the dialog begins with; undefined: the user chooses. */
export type Start = 'publish' | 'draft' | 'delete'

const STARTS: Record<Start, Record<string, unknown>> = {
  publish: { draft: '0' },
  draft: { draft: '1' },
  delete: { remove: true },
}

interface Props {
  opened: boolean
  onClose: () => void
  onDone: () => void
  target: Target
  start: Start | undefined
  /** Their subscriber, for private events. */
  svcId?: string | undefined
}

/** Changes or deletes many events, after it has shown of each how it is and how it will be. */
export function ChangeMany({ opened, onClose, ...props }: Props) {
  const [busy, setBusy] = useState(false)
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const title =
    'ids' in props.target
      ? sayCount(words.events.changeCounted, props.target.ids.length)
      : words.events.changeAllEvents
  return (
    <Dialog opened={opened} onClose={() => busy || onClose()} title={title} size="xl" fullScreen={isPhone}>
      <Steps {...props} busy={busy} setBusy={setBusy} onClose={onClose} />
    </Dialog>
  )
}

interface StepsProps extends Omit<Props, 'opened'> {
  busy: boolean
  setBusy: (busy: boolean) => void
}

function Steps({ target, start, svcId, busy, setBusy, onClose, onDone }: StepsProps) {
  const [values, setValues] = useState(INITIAL_VALUES)
  const [on, setOn] = useState<Set<Part>>(new Set())
  const [remove, setRemove] = useState(false)
  const [preview, setPreview] = useState<ManyPreviewAnswer['data']>()
  const [finished, setFinished] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const change = start ? STARTS[start] : remove ? { remove } : changeOf(on, values)
  const deletes = change.remove === true

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    await work().catch(setProblem)
    setBusy(false)
    setFinished(undefined)
  }
  const look = () =>
    attempt(async () => {
      const body = { svcId, ...target, change }
      setPreview((await send<ManyPreviewAnswer>('POST', '/event-changes/preview', body)).data)
    })
  const apply = () =>
    attempt(async () => {
      const result = await changeInPortions(preview!.changing, { svcId, change }, setFinished)
      await readAgain('/events', '/subscribers', '/calendars', '/reference-types', '/audit-log', '/changes')
      report(result, deletes)
      onDone()
      onClose()
    })
  // A change that is known from the start has nothing to ask.
  useEffect(() => {
    if (start) void look()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [start])

  const number = preview?.changing.length ?? 0
  if (!preview)
    return (
      <Stack>
        {!start && (
          <>
            <SegmentedControl
              aria-label={words.events.whatToDo}
              data={[
                { value: 'change', label: words.kit.change },
                { value: 'delete', label: words.kit.delete },
              ]}
              value={remove ? 'delete' : 'change'}
              onChange={(value) => setRemove(value === 'delete')}
            />
            {remove ? (
              <Text>{words.events.deleteManyText}</Text>
            ) : (
              <ManyFields
                isPublic={svcId === undefined}
                on={on}
                values={values}
                onToggle={setOn}
                onChange={setValues}
              />
            )}
          </>
        )}
        {start && busy && <Text aria-live="polite">{words.events.looking}</Text>}
        <Refusal error={problem} />
        <Group justify="flex-end" className="many-actions">
          <Button
            disabled={!start && !remove && !isComplete(on, values)}
            loading={busy}
            onClick={() => void look()}
          >
            {words.events.seeChanges}
          </Button>
        </Group>
      </Stack>
    )
  return (
    <Stack>
      <ManyPreview preview={preview} remove={deletes} />
      {finished !== undefined && (
        <Progress value={(100 * finished) / Math.max(1, number)} aria-label={words.events.progress} />
      )}
      <Refusal error={problem} />
      <Group justify="flex-end" className="many-actions">
        <Button
          variant="default"
          disabled={busy}
          onClick={() => (start ? onClose() : setPreview(undefined))}
          data-autofocus
        >
          {start ? words.events.keepAsTheyAre : words.events.back}
        </Button>
        {number > 0 && (
          <Button color={deletes ? 'bad' : undefined} loading={busy} onClick={() => void apply()}>
            {sayCount(deletes ? words.events.deleteCounted : words.events.changeCounted, number)}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface Result {
  changed: number
  changes: string[]
  left: ManyChangedAnswer['data']['left']
}

/** Sends a change portion by portion, so that it holds nobody up. */
async function changeInPortions(
  events: { id: string; modified: string }[],
  more: { svcId: string | undefined; change: object },
  onProgress: (finished: number) => void,
): Promise<Result> {
  const result: Result = { changed: 0, changes: [], left: [] }
  for (let at = 0; at < events.length;) {
    const body = { ...more, events: events.slice(at, at + PORTION) }
    const { data } = await send<ManyChangedAnswer>('POST', '/event-changes', body)
    result.changed += data.changed
    if (data.change) result.changes.push(data.change)
    result.left.push(...data.left)
    at += data.done
    onProgress(at)
  }
  return result
}

const WHY = {
  changed: words.events.whyChanged,
  deleted: words.events.whyDeleted,
  refused: words.events.whyRefused,
}

function report({ changed, changes, left }: Result, deletes: boolean): void {
  const text = deletes ? words.events.deletedDone : words.events.changedDone
  if (changed > 0) done(sayCount(text, changed), () => undoFromToast(changes), true)
  if (left.length === 0) return
  const lines = left.slice(0, MOST_NAMED).map(({ name, why, errors, reasons }) => {
    const faults = faultsText(errors, reasons)
    return say(words.kit.whyLeft, { name: name || words.events.anEvent, why: faults || WHY[why] })
  })
  const rest = left.length - lines.length
  warn(sayCount(words.events.leftAsIs, left.length), [
    ...lines,
    ...(rest > 0 ? [sayCount(words.kit.andOthers, rest)] : []),
  ])
}
