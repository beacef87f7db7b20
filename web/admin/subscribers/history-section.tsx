import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { ACTIONS } from './words.ts'

/** The changes that users made to this record. The service sends them only to owners. */
export function HistorySection({ record: { id, history } }: { record: SubscriberRecord }) {
  if (!history) return null
  return (
    <Section
      title={words.subscribers.history}
      text={words.subscribers.historyText}
      actions={
        history.length > 0 && (
          <Anchor
            component={Link}
            to="/audit-log"
            search={{ subject: `subscriber:${id}` } as never}
            size="sm"
          >
            {words.subscribers.historyAll}
          </Anchor>
        )
      }
    >
      {history.length === 0 ? (
        <Text c="dimmed">{words.subscribers.nothingSoFar}</Text>
      ) : (
        <ul className="plain-list">
          {history.map(({ id, at, actor, action }) => (
            <li key={id}>
              <Group justify="space-between" gap="xs">
                <span>{say(ACTIONS[action] ?? words.subscribers.didOther, { actor, action })}</span>
                <Text size="sm" c="dimmed">
                  {moment(at)}
                </Text>
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
