import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AlertRecord } from '../../../src/http/admin/alerts-schemas.ts'
import { alertState, resultText } from '../kit/alert-words.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain } from '../kit/data.ts'
import { say, sayCount, sentences } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'

/** How far an alert is, and who was told. While it goes out it can be stopped. */
export function AlertResult({ alert }: { alert: AlertRecord }) {
  const { state, people, counts } = alert
  const [kind, word] = alertState(alert)
  const result = resultText(alert)
  return (
    <Stack gap={6} align="flex-start" className="alert-result">
      <StateBadge kind={kind}>{word}</StateBadge>
      {state === 'sending' && people > 0 && (
        <Progress
          value={(100 * (people - counts.waiting)) / people}
          w="100%"
          aria-label={say(words.changes.progress, { done: people - counts.waiting, all: people })}
        />
      )}
      {result && <Text size="sm">{result}</Text>}
      {(state === 'finding' || state === 'sending') && <Stop alert={alert} />}
    </Stack>
  )
}

function Stop({ alert: { id, counts } }: { alert: AlertRecord }) {
  const mayAct = useMay('editor')
  const [asking, setAsking] = useState(false)
  if (!mayAct) return null
  const stop = async () => {
    await send('POST', `/alerts/${id}/dismiss`)
    await readAgain('/alerts', '/changes')
    done(words.changes.stopped)
  }
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={() => setAsking(true)}>
        {words.changes.stop}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.changes.askStop}
        action={words.changes.stop}
        onConfirm={stop}
      >
        {sentences(
          counts.told > 0 ? sayCount(words.changes.toldAlready, counts.told) : '',
          sayCount(words.changes.willNotBeTold, counts.waiting),
        )}
      </Confirm>
    </Group>
  )
}
