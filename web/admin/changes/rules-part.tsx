import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import type { AlertRuleRecord } from '../../../src/http/admin/alerts-schemas.ts'
import { send } from '../kit/api.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain } from '../kit/data.ts'
import { Section } from '../kit/page.tsx'
import { useMay, useMe } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Reading } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
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
            title={rules.length === 1 ? 'The rule' : 'The rules'}
            text={rules.length > 1 && 'The first one that fits a change decides how it is told.'}
            actions={
              <>
                <LookAtMail language={rules[0]!.language} />
                {mayEdit && (
                  <Button
                    variant="default"
                    leftSection={<IconPlus size={16} aria-hidden />}
                    onClick={() => setAdding(true)}
                  >
                    Add a rule
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
          <StateBadge kind={rule.active ? 'ok' : 'plain'}>{rule.active ? 'On' : 'Off'}</StateBadge>
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
        {mayEdit && <RuleActions rule={rule} name={number === undefined ? 'the rule' : `rule ${number}`} />}
      </Stack>
    </li>
  )
}

function RuleActions({ rule, name }: { rule: AlertRuleRecord; name: string }) {
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const path = `/alert-rules/${rule.id}`
  const setActive = async (active: boolean) => {
    await send('PUT', path, { ...inputOf(rule), active })
    await readAgain('/alert-rules')
    const undo = active ? undefined : () => void setActive(true).catch(failed)
    done(active ? 'Switched on. It tells of changes that you make from now on.' : 'Switched off', undo)
  }
  const remove = async () => {
    await send('DELETE', path)
    await readAgain('/alert-rules')
    done('The rule is deleted')
  }
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        aria-label={`Change ${name}`}
        onClick={() => setEditing(true)}
      >
        Change
      </Button>
      <Button variant="default" onClick={() => void setActive(!rule.active).catch(failed)}>
        {rule.active ? 'Switch off' : 'Switch on'}
      </Button>
      <Button
        variant="subtle"
        color="bad"
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-label={`Delete ${name}`}
        onClick={() => setDeleting(true)}
      >
        Delete
      </Button>
      {editing && <RuleDialog id={rule.id} values={inputOf(rule)} onClose={() => setEditing(false)} />}
      <Confirm
        opened={deleting}
        onClose={() => setDeleting(false)}
        title={`Delete ${name}?`}
        action="Delete"
        onConfirm={remove}
      >
        Changes that wait to be told by it are not told. Alerts that have begun go on. To pause it, switch it
        off instead.
      </Confirm>
    </Group>
  )
}
