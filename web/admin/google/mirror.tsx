import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { MirrorRecord } from '../../../src/http/admin/google-schemas.ts'
import { send } from '../kit/api.ts'
import { CopyField } from '../kit/copy.tsx'
import { readAgain } from '../kit/data.ts'
import { ago } from '../kit/format.ts'
import { say } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'

const texts = words.google

/** One calendar at Google: its state in words, its link, and what somebody has to do. */
export function Mirror({ mirror, chosen }: { mirror: MirrorRecord; chosen: { id: string }[] }) {
  const { calendar, state, address, open, lastWrite, lastCheck } = mirror
  const may = useMay('owner')
  const [busy, setBusy] = useState(false)
  const { kind, name, text } = stateOf(mirror)
  const act = async (work: () => Promise<unknown>, told: string) => {
    setBusy(true)
    try {
      await work()
      await readAgain('/google')
      done(told)
    } catch (error) {
      failed(error)
    } finally {
      setBusy(false)
    }
  }
  const isMade = state === 'active' && address !== null
  return (
    <li>
      <Group gap="xs" justify="space-between">
        <Text fw={600} dir="auto">
          {calendar.name || words.kit.deletedCalendar}
        </Text>
        <StateBadge kind={kind}>{name}</StateBadge>
      </Group>
      <Text size="sm">{text}</Text>
      {state === 'active' && lastCheck && (
        <Text size="sm" c="dimmed">
          {lastWrite
            ? say(texts.writtenAndChecked, { written: ago(lastWrite), checked: ago(lastCheck) })
            : say(texts.checked, { checked: ago(lastCheck) })}
        </Text>
      )}
      {isMade && open && <CopyField label={texts.address} value={address} what={texts.link} />}
      {isMade && !open && (
        <Alert color="warn" title={texts.byHand}>
          <Stack gap="sm" align="flex-start">
            <List type="ordered" size="sm">
              <List.Item>{texts.byHandOpen}</List.Item>
              <List.Item>{say(texts.byHandSettings, { calendar: calendar.name })}</List.Item>
              <List.Item>{texts.byHandTick}</List.Item>
              <List.Item>{texts.byHandBack}</List.Item>
            </List>
            {may && (
              <Button
                variant="default"
                loading={busy}
                onClick={() =>
                  void act(() => send('POST', `/google/mirrors/${calendar.id}/open`, {}), texts.nowOffered)
                }
              >
                {texts.isPublic}
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      {state === 'removed' && may && (
        <Button
          variant="default"
          loading={busy}
          onClick={() =>
            void act(
              () => send('PUT', '/google/mirrors', { calendarIds: chosen.map(({ id }) => id) }),
              texts.saved,
            )
          }
        >
          {texts.makeAgain}
        </Button>
      )}
    </li>
  )
}

function stateOf({ state, failures, message, open }: MirrorRecord): {
  kind: 'ok' | 'warn' | 'bad' | 'plain'
  name: string
  text: string
} {
  if (failures > 0 && (state === 'active' || state === 'linking'))
    return { kind: 'bad', name: texts.failing, text: say(texts.failingText, { message: message ?? '' }) }
  switch (state) {
    case 'linking':
      return { kind: 'plain', name: texts.linking, text: texts.linkingText }
    case 'active':
      if (message) return { kind: 'warn', name: texts.partly, text: say(texts.partlyText, { message }) }
      return open
        ? { kind: 'ok', name: texts.active, text: texts.activeText }
        : { kind: 'warn', name: texts.notPublic, text: texts.notPublicText }
    case 'disconnected':
      return { kind: 'bad', name: texts.disconnected, text: texts.waitsText }
    case 'removed':
      return { kind: 'warn', name: texts.removed, text: texts.removedText }
    case 'ending':
      return { kind: 'plain', name: texts.ending, text: texts.endingText }
  }
}
