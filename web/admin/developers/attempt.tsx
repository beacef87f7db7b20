import { Code, Group, Stack, Text } from '@mantine/core'
import type { AttemptAnswer } from '../../../src/http/admin/callbacks-schemas.ts'
import { count } from '../kit/format.ts'
import { StateBadge } from '../kit/state-badge.tsx'
import { exactly } from './exactly.ts'

/** One attempt to deliver: what came back, and how long it took. */
export function Attempt({ attempt, numbered = false }: { attempt: AttemptAnswer; numbered?: boolean }) {
  const { number, at, status, error, durationMs, answer } = attempt
  return (
    <Stack gap={6}>
      <Group gap="sm">
        {numbered && <Text fw={600}>Attempt {number}</Text>}
        <StateBadge kind={error ? 'bad' : 'ok'}>{error ? 'Failed' : 'Delivered'}</StateBadge>
        <Text size="sm">
          {status === null ? 'No answer' : `Answered ${status}`} after {count(durationMs)} ms
        </Text>
        <Text size="sm" c="dimmed">
          {exactly(at)}
        </Text>
      </Group>
      {error && <Text size="sm">{error}</Text>}
      {answer ? (
        <Code
          block
          className="answer"
          tabIndex={0}
          role="region"
          aria-label={numbered ? `The answer to attempt ${number}` : 'The answer'}
        >
          {answer}
        </Code>
      ) : (
        status !== null && (
          <Text size="sm" c="dimmed">
            The answer had no body.
          </Text>
        )
      )}
    </Stack>
  )
}
