import '../import/import.css'
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { RunAnswerData } from '../../../src/http/admin/sources-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { moment } from '../kit/format.ts'
import { Page, Section } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty, Reading } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { SourceQuestions } from './source-questions.tsx'
import { SourceRuns } from './source-runs.tsx'
import { SourceSettings } from './source-settings.tsx'
import { SourceWaiting } from './source-waiting.tsx'
import { countsText, kindOf, type SourceRecord, STATES, stateText } from './words.ts'

const UP = { to: '/import', name: 'Import' }
const READ_MS = 15_000

/** One address that is read again by itself: its state, what it asks, its last runs and its settings. */
export function SourcePage() {
  const may = useMay('editor')
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const query = useData<SourceRecord>(
    may ? `/sources/${encodeURIComponent(id)}` : null,
    {},
    { everyMs: READ_MS },
  )
  const source = query.data?.id === id ? query.data : undefined
  if (!may)
    return (
      <Page title="Source" up={UP}>
        <Empty title="Only editors see sources">Ask an owner of this publisher to make you an editor.</Empty>
      </Page>
    )
  return (
    <Page
      title={source ? `Source of ${source.calendar.name}` : 'Source'}
      up={UP}
      actions={source && <Actions source={source} />}
    >
      <Reading query={{ ...query, data: source }}>
        {(source) => (
          <Stack gap="lg">
            <State source={source} />
            {source.waiting && <SourceWaiting source={source} waiting={source.waiting} />}
            {source.open.length > 0 && <SourceQuestions source={source} />}
            <SourceRuns runs={source.runs} />
            <SourceSettings key={source.id} source={source} />
            <Removal source={source} />
          </Stack>
        )}
      </Reading>
    </Page>
  )
}

function State({ source }: { source: SourceRecord }) {
  const { url, calendar, nextRun, state, keeps } = source
  return (
    <Section>
      <Stack gap="xs" align="flex-start">
        <StateBadge kind={kindOf(source)}>{STATES[state]}</StateBadge>
        <Text>{stateText(source)}</Text>
        {keeps && (
          <Alert color="warn" p="sm">
            Nothing of this source is taken over until it changes: you kept the events that it no longer has.
          </Alert>
        )}
        <Text size="sm" c="dimmed" className="earlier-name">
          {url}
        </Text>
        <Text size="sm" c="dimmed">
          {nextRun ? `Next read: ${moment(nextRun)}. ` : ''}
          <Anchor component={Link} to={`/calendars/${calendar.id}`} inherit underline="always">
            Open {calendar.name}
          </Anchor>
        </Text>
      </Stack>
    </Section>
  )
}

function Actions({ source: { id, paused } }: { source: SourceRecord }) {
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch(failed)
    await readAgain('/sources', '/events', '/calendars')
    setBusy(false)
  }
  const pause = async () => {
    await send('PUT', `/sources/${id}`, { paused: !paused })
    done(paused ? 'It is read again by itself.' : 'Paused. It is read only when you say so.')
  }
  return (
    <>
      <Button variant="default" onClick={() => void act(pause)} disabled={busy}>
        {paused ? 'Go on' : 'Pause'}
      </Button>
      <Button
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={busy}
        onClick={() => void act(() => runNow(id))}
      >
        Read it now
      </Button>
    </>
  )
}

async function runNow(id: string): Promise<void> {
  const { data } = await send<{ data: RunAnswerData }>('POST', `/sources/${id}/run`, {})
  const { outcome, counts, message } = data
  if (outcome === 'changed') done(`Read: ${countsText(counts)}.`)
  else if (outcome === 'same') done('Read. There is nothing new.')
  else if (outcome === 'waits') done(`Read. It waits for your yes: ${message}.`)
  else failed(new Error(message))
}

function Removal({ source: { id, calendar } }: { source: SourceRecord }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <Section title="Stop">
      <Text size="sm" mb="sm">
        The address is no longer read, and its runs are forgotten. The events stay in {calendar.name}.
      </Text>
      <Button color="bad" variant="outline" onClick={() => setAsking(true)}>
        Stop reading it
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title="Stop reading this address?"
        action="Stop reading it"
        onConfirm={async () => {
          await send('DELETE', `/sources/${id}`)
          await navigate({ to: '/import' })
          await readAgain('/sources')
          done('It is no longer read. Its events stay.')
        }}
      >
        Its events stay in {calendar.name}, and change only by hand.
      </Confirm>
    </Section>
  )
}
