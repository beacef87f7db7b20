import '../import/import.css'
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { RunAnswerData } from '../../../src/http/admin/sources-schemas.ts'
import { ApiError, send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { moment } from '../kit/format.ts'
import { Page, Section } from '../kit/page.tsx'
import { messageText } from '../kit/reasons.ts'
import { Say, say } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty, Reading } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { SourceQuestions } from './source-questions.tsx'
import { SourceRuns } from './source-runs.tsx'
import { SourceSettings } from './source-settings.tsx'
import { SourceWaiting } from './source-waiting.tsx'
import { countsText, kindOf, type SourceRecord, STATES, stateText } from './words.ts'

const texts = words.sources
const UP = { to: '/import', name: words.shell.import }
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
      <Page title={texts.title} up={UP}>
        <Empty title={texts.onlyEditors}>{words.kit.editorsOnly}</Empty>
      </Page>
    )
  return (
    <Page
      title={source ? say(texts.sourceOf, { calendar: source.calendar.name }) : texts.title}
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
  const open = (
    <Anchor component={Link} to={`/calendars/${calendar.id}`} inherit underline="always">
      {say(texts.openCalendar, { calendar: calendar.name })}
    </Anchor>
  )
  return (
    <Section>
      <Stack gap="xs" align="flex-start">
        <StateBadge kind={kindOf(source)}>{STATES[state]}</StateBadge>
        <Text>{stateText(source)}</Text>
        {keeps && (
          <Alert color="warn" p="sm">
            {texts.keepsText}
          </Alert>
        )}
        <Text size="sm" c="dimmed" className="earlier-name">
          {url}
        </Text>
        <Text size="sm" c="dimmed">
          {nextRun ? (
            <Say
              text={words.kit.sentences}
              values={{ first: say(texts.nextRead, { when: moment(nextRun) }), second: open }}
            />
          ) : (
            open
          )}
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
    done(paused ? texts.nowGoesOn : texts.nowPaused)
  }
  return (
    <>
      <Button variant="default" onClick={() => void act(pause)} disabled={busy}>
        {paused ? texts.goOn : texts.pause}
      </Button>
      <Button
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={busy}
        onClick={() => void act(() => runNow(id))}
      >
        {texts.readNow}
      </Button>
    </>
  )
}

async function runNow(id: string): Promise<void> {
  const { data } = await send<{ data: RunAnswerData }>('POST', `/sources/${id}/run`, {})
  const { outcome, counts, message, reason } = data
  if (outcome === 'changed') done(say(texts.didRead, { counts: countsText(counts) }))
  else if (outcome === 'same') done(texts.didReadSame)
  else if (outcome === 'waits') done(texts.didReadWaits)
  else failed(new ApiError(0, messageText(message, reason)))
}

function Removal({ source: { id, calendar } }: { source: SourceRecord }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <Section title={texts.stop}>
      <Text size="sm" mb="sm">
        {say(texts.stopText, { calendar: calendar.name })}
      </Text>
      <Button color="bad" variant="outline" onClick={() => setAsking(true)}>
        {texts.stopReading}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.askStop}
        action={texts.stopReading}
        onConfirm={async () => {
          await send('DELETE', `/sources/${id}`)
          await navigate({ to: '/import' })
          await readAgain('/sources')
          done(texts.stopped)
        }}
      >
        {say(texts.askStopText, { calendar: calendar.name })}
      </Confirm>
    </Section>
  )
}
