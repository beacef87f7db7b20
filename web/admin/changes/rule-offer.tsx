import { Box, Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { AlertRuleInput, AlertRulesAnswer } from '../../../src/http/admin/alerts-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { lengthOfTime } from '../kit/format.ts'
import { say, sayCount, sentences } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
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
          {words.changes.offer}
        </Title>
        <Text maw="70ch">{sayCount(words.changes.offerText, suggested.withinHours)}</Text>
        {!brief && (
          <Text c="dimmed" size="sm" mt="xs" maw="70ch">
            {about(suggested)}
          </Text>
        )}
        {!mayEdit && (
          <Text c="dimmed" size="sm" mt="xs">
            {words.changes.editorSwitches}
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
      done(words.changes.switchedOn)
    } catch (error) {
      failed(error)
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={() => void switchOn()}>
      {words.kit.switchOn}
    </Button>
  )
}

function about({ grace, quietHours, dailyCap, askAbove }: AlertRuleInput): string {
  return sentences(
    words.changes.offerAlso,
    say(quietHours ? words.changes.offerMailQuiet : words.changes.offerMail, {
      ...quietHours,
      time: lengthOfTime(grace),
      most: dailyCap,
    }),
    sayCount(words.changes.offerAsks, askAbove),
  )
}
