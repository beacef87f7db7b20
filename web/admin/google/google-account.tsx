import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { GoogleRecord } from '../../../src/http/admin/google-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain } from '../kit/data.ts'
import { moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { ConnectButton } from './connect-button.tsx'

const texts = words.google

/** The state of the connected account, and its end. */
export function GoogleAccount({ google }: { google: GoogleRecord }) {
  const may = useMay('owner')
  const [asking, setAsking] = useState(false)
  const { state, since, opens, requestsToday, mirrors } = google
  const made = mirrors.filter(({ state }) => state !== 'removed' && state !== 'ending').length
  const isConnected = state === 'connected'
  return (
    <Section title={texts.account}>
      <Stack gap="sm" align="flex-start">
        <Group gap="xs">
          <StateBadge kind={isConnected ? 'ok' : 'bad'}>
            {isConnected ? texts.connected : texts.disconnected}
          </StateBadge>
          {since && (
            <Text size="sm" c="dimmed">
              {say(texts.since, { when: moment(since) })}
            </Text>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {sayCount(texts.requests, requestsToday)}
        </Text>
        {!isConnected && (
          <Alert color="bad" role="alert">
            {texts.disconnectedText}
          </Alert>
        )}
        {isConnected && !opens && <Alert color="warn">{texts.cannotOpen}</Alert>}
        {may && (
          <Group>
            {(!isConnected || !opens) && <ConnectButton>{texts.again}</ConnectButton>}
            <Button color="bad" variant="outline" onClick={() => setAsking(true)}>
              {texts.disconnect}
            </Button>
          </Group>
        )}
      </Stack>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.askDisconnect}
        action={texts.disconnect}
        onConfirm={async () => {
          await send('DELETE', '/google')
          await readAgain('/google')
          done(texts.didDisconnect)
        }}
      >
        {isConnected
          ? made === 0
            ? texts.disconnectNone
            : sayCount(texts.disconnectCounted, made)
          : texts.disconnectDead}
      </Confirm>
    </Section>
  )
}
