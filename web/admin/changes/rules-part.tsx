import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import type { AlertRuleRecord } from '../../../src/http/admin/alerts-schemas.ts'
import { send } from '../kit/api.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain } from '../kit/data.ts'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { useMay, useMe } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Reading } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { inputOf } from './rule-form.ts'
import { RuleOffer } from './rule-offer.tsx'
import { ruleFacts, ruleText } from './rule-words.ts'
import { LookAtMail } from './sample-mail.tsx'
import { useRules } from './use-rules.ts'

/** The rules, or the offer of the first one. */
export function RulesPart() {
  const mayEdit = useMay('editor')
  const query = useRules()
  const [adding, setAdding] = useState(false)
  return (
    <Reading query={query} rows={3}>
      {({ data: rules, suggested }) =>
        rules.length === 0 ? (
          <RuleOffer />
        ) : (
          <Section
            title={rules.length === 1 ? words.changes.theRule : words.changes.theRules}
            text={rules.length > 1 && words.changes.firstFits}
            actions={
              <>
                <LookAtMail language={rules[0]!.language} />
                {mayEdit && (
                  <Button
                    variant="default"
                    leftSection={<IconPlus size={16} aria-hidden />}
                    onClick={() => setAdding(true)}
                  >
                    {words.changes.addRule}
                  </Button>
                )}
              </>
            }
          >
            <ul className="rules">
              {rules.map((rule, i) => (
                <Rule key={rule.id} rule={rule} number={rules.length > 1 ? i + 1 : undefined} />
              ))}
            </ul>
            {adding && <RuleDialog values={suggested} onClose={() => setAdding(false)} />}
          </Section>
        )
      }
    </Reading>
  )
}

/** A rule in words. `number`: its place, if there are several. */
function Rule({ rule, number }: { rule: AlertRuleRecord; number: number | undefined }) {
  const mayEdit = useMay('editor')
  const { timezone } = useMe().publisher
  const { nameOf } = useCalendarNames()
  return (
    <li>
      <Stack gap="sm">
        <Group gap="xs">
          {number !== undefined && <Text fw={600}>{number}.</Text>}
          <StateBadge kind={rule.active ? 'ok' : 'plain'}>
            {rule.active ? words.changes.ruleOn : words.changes.ruleOff}
          </StateBadge>
        </Group>
        <Text maw="70ch">{ruleText(rule)}</Text>
        <dl className="rule-facts">
          {ruleFacts(rule, nameOf, timezone).map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
        {mayEdit && <RuleActions rule={rule} number={number} />}
      </Stack>
    </li>
  )
}

function RuleActions({ rule, number }: { rule: AlertRuleRecord; number: number | undefined }) {
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const named = (only: string, numbered: string) => (number === undefined ? only : say(numbered, { number }))
  const path = `/alert-rules/${rule.id}`
  const setActive = async (active: boolean) => {
    await send('PUT', path, { ...inputOf(rule), active })
    await readAgain('/alert-rules')
    const undo = active ? undefined : () => void setActive(true).catch(failed)
    done(active ? words.changes.switchedOn : words.changes.switchedOff, undo)
  }
  const remove = async () => {
    await send('DELETE', path)
    await readAgain('/alert-rules')
    done(words.changes.ruleDeleted)
  }
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        aria-label={named(words.changes.changeRule, words.changes.changeRuleNumber)}
        onClick={() => setEditing(true)}
      >
        {words.kit.change}
      </Button>
      <Button variant="default" onClick={() => void setActive(!rule.active).catch(failed)}>
        {rule.active ? words.kit.switchOff : words.kit.switchOn}
      </Button>
      <Button
        variant="subtle"
        color="bad"
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-label={named(words.changes.deleteRule, words.changes.deleteRuleNumber)}
        onClick={() => setDeleting(true)}
      >
        {words.kit.delete}
      </Button>
      {editing && <RuleDialog id={rule.id} values={inputOf(rule)} onClose={() => setEditing(false)} />}
      <Confirm
        opened={deleting}
        onClose={() => setDeleting(false)}
        title={named(words.changes.askDeleteRule, words.changes.askDeleteRuleNumber)}
        action={words.kit.delete}
        onConfirm={remove}
      >
        {words.changes.deleteRuleText}
      </Confirm>
    </Group>
  )
}
