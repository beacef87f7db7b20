import { Box, Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { AlertRuleInput, AlertRulesAnswer } from '../../../src/http/admin/alerts-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { count, lengthOfTime } from '../kit/format.ts'
import { useMay } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'
import { LookAtMail } from './sample-mail.tsx'
import { useRules } from './use-rules.ts'

/** Offers the first rule. Renders nothing if there is one. `brief`: without its details. */
export function RuleOffer({ brief = false }: { brief?: boolean }) {
  const { data } = useRules()
  if (!data || data.data.length > 0) return null
  return <Offer suggested={data.suggested} brief={brief} />
}

function Offer({ suggested, brief }: Pick<AlertRulesAnswer, 'suggested'> & { brief: boolean }) {
  const mayEdit = useMay('editor')
  return (
    <section className="section rule-offer">
      <Box miw={0}>
        <Title order={2} size="h4">
          Tell those who still have the old time
        </Title>
        <Text maw="70ch">
          When an event moves within {count(suggested.withinHours)} hours of its start, tell those whose
          calendar still shows the old time.
        </Text>
        {!brief && (
          <Text c="dimmed" size="sm" mt="xs" maw="70ch">
            {about(suggested)}
          </Text>
        )}
        {!mayEdit && (
          <Text c="dimmed" size="sm" mt="xs">
            An editor or an owner can switch it on.
          </Text>
        )}
      </Box>
      <Group gap="sm">
        <LookAtMail language={suggested.language} />
        {mayEdit && <SwitchOn suggested={suggested} />}
      </Group>
    </section>
  )
}

function SwitchOn({ suggested }: Pick<AlertRulesAnswer, 'suggested'>) {
  const [busy, setBusy] = useState(false)
  const switchOn = async () => {
    setBusy(true)
    try {
      await send('POST', '/alert-rules', suggested)
      await readAgain('/alert-rules')
      done('Switched on. It tells of changes that you make from now on.')
    } catch (error) {
      failed(error)
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={() => void switchOn()}>
      Switch on
    </Button>
  )
}

function about({ grace, quietHours, dailyCap, askAbove }: AlertRuleInput): string {
  const quiet = quietHours ? `, not between ${quietHours.from} and ${quietHours.to}` : ''
  return [
    'Also when it is cancelled, removed, gets another place or takes place after all.',
    `By e-mail to those who confirmed their address: ${lengthOfTime(grace)} after the change${quiet}, and at most ${count(dailyCap)} a day to one person.`,
    `You are asked before more than ${count(askAbove)} people are told. You can change all of this.`,
  ].join(' ')
}
