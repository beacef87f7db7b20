import { Button, Chip, Group, Progress, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, get, send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { problemText, readAgain, useData } from '../kit/data.ts'
import { Section } from '../kit/page.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { fromField, toField } from './local-time.ts'
import { SPANS, startOf } from './spans.ts'

const WATCH_MS = 2000

/** Descriptions and errors come below the input, so that inputs side by side line up. */
const FIELD: Partial<TextInputProps> = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
  flex: '1 1 200px',
  maw: 260,
}

interface Run {
  /** ISO time. Deliveries created since then belong to this run. */
  since: string
  replayed: number
}

/** Delivers the notifications of a time range again, and shows the progress. */
export function Replay({ callbackId }: { callbackId: string }) {
  const [from, setFrom] = useState(() => toField(startOf('24')!))
  const [to, setTo] = useState('')
  const [asking, setAsking] = useState(false)
  const [run, setRun] = useState<Run | null>(null)
  const range = { from: fromField(from) ?? '', to: fromField(to) ?? undefined }
  const isValid = range.from !== '' && (range.to === undefined || range.from <= range.to)
  const path = `/callbacks/${callbackId}/replay`
  const matching = useData<{ value: number; more: boolean }>(isValid ? path : null, range)
  const amount = isValid && !matching.isPlaceholderData ? matching.data : undefined
  const chooseSpan = (hours: string) => {
    setFrom(toField(startOf(hours)!))
    setTo('')
  }
  const replay = async () => {
    const since = new Date(Date.now() - 1000).toISOString()
    const { replayed } = await send<{ replayed: number }>('POST', path, range)
    setRun({ since, replayed })
    await readAgain('/deliveries')
  }
  return (
    <Section title={words.developers.again} text={words.developers.againText}>
      <Stack>
        <Group gap={6}>
          {SPANS.slice(1).map(([hours, name]) => (
            <Chip key={hours} size="sm" variant="outline" checked={false} onChange={() => chooseSpan(hours)}>
              {name}
            </Chip>
          ))}
        </Group>
        <Group align="flex-start">
          <TextInput
            type="datetime-local"
            label={words.developers.from}
            {...FIELD}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={words.developers.to}
            description={words.developers.toHint}
            {...FIELD}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            error={!isValid && words.developers.toFault}
          />
        </Group>
        <Group>
          <Button
            variant="default"
            disabled={!amount || amount.value === 0 || amount.more}
            onClick={() => setAsking(true)}
          >
            {amount && amount.value > 0
              ? say(words.developers.againCount, { count: amount.value })
              : words.developers.again}
          </Button>
          <Text size="sm" c="dimmed" aria-live="polite">
            {matching.error && isValid ? problemText(matching.error) : amountText(amount)}
          </Text>
        </Group>
        {run && <RunProgress callbackId={callbackId} run={run} />}
      </Stack>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={sayCount(words.developers.againTitle, amount?.value ?? 0)}
        action={words.developers.again}
        danger={false}
        onConfirm={replay}
      >
        {words.developers.againConfirm}
      </Confirm>
    </Section>
  )
}

function amountText(amount: { value: number; more: boolean } | undefined): string {
  if (!amount) return ''
  if (amount.more) return say(words.developers.tooManyAgain, { most: amount.value })
  if (amount.value === 0) return words.developers.noneInTime
  return sayCount(words.developers.inTime, amount.value)
}

/** The progress of a run, from the number of its deliveries still waiting. */
function RunProgress({ callbackId, run }: { callbackId: string; run: Run }) {
  const params = { callbackId, state: 'waiting', from: run.since, limit: 1 }
  const query = useQuery({
    queryKey: ['replay', callbackId, run.since],
    queryFn: () => get<{ count: { value: number; more: boolean } }>('/deliveries', params),
    refetchInterval: ({ state }) => (state.data?.count.value === 0 ? false : WATCH_MS),
    retry: (_, error) => !(error instanceof ApiError && error.status < 500),
  })
  const left = query.data?.count
  const sent = left ? Math.max(0, run.replayed - left.value) : 0
  const text = !left
    ? sayCount(words.developers.onTheWay, run.replayed)
    : left.value === 0
      ? say(words.developers.allSent, { all: run.replayed })
      : left.more
        ? say(words.developers.someSent, { all: run.replayed })
        : say(words.developers.partSent, { sent, all: run.replayed })
  return (
    <Stack gap={6}>
      <Progress
        value={run.replayed === 0 ? 100 : (sent / run.replayed) * 100}
        aria-label={words.developers.deliveredAgain}
      />
      <Text size="sm" aria-live="polite">
        {text}
      </Text>
    </Stack>
  )
}
