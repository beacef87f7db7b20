import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AlertRecord } from '../../../src/http/admin/alerts-schemas.ts'
import { alertState, resultText } from '../kit/alert-words.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain } from '../kit/data.ts'
import { count, counted } from '../kit/format.ts'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { done } from '../kit/toast.tsx'

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
          aria-label={`${count(people - counts.waiting)} of ${count(people)} done`}
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
    done('Stopped')
  }
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={() => setAsking(true)}>
        Stop
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title="Stop telling?"
        action="Stop"
        onConfirm={stop}
      >
        {counts.told > 0 && `${counted(counts.told, 'person was', 'people were')} told already. `}
        {counted(counts.waiting, 'person', 'people')} will not be told. It can’t be taken up again, but you
        can tell those who still wait from the page of the change.
      </Confirm>
    </Group>
  )
}
