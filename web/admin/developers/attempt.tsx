import { Code, Group, Stack, Text } from '@mantine/core'
import type { AttemptAnswer } from '../../../src/http/admin/callbacks-schemas.ts'
import { count, exactMoment } from '../kit/format.ts'
import { StateBadge } from '../kit/state-badge.tsx'

/** One delivery attempt: the response, and how long it took. */
export function Attempt({ attempt, numbered = false }: { attempt: AttemptAnswer; numbered?: boolean }) {
  const { number, at, status, error, durationMs, answer } = attempt
  return (
    <Stack gap={6}>
      <Group gap="sm">
        {numbered && <Text fw={600}>Attempt {number}</Text>}
        <StateBadge kind={error ? 'bad' : 'ok'}>{error ? 'Failed' : 'Delivered'}</StateBadge>
        <Text size="sm">
          {status === null ? 'No response' : `Status ${status}`} after {count(durationMs)} ms
        </Text>
        <Text size="sm" c="dimmed">
          {exactMoment(at)}
        </Text>
      </Group>
      {error && error !== `answered ${status}` && <Text size="sm">{error}</Text>}
      {answer ? (
        <Code
          block
          className="answer"
          tabIndex={0}
          role="region"
          aria-label={numbered ? `The response to attempt ${number}` : 'The response'}
        >
          {answer}
        </Code>
      ) : (
        status !== null && (
          <Text size="sm" c="dimmed">
            The response had no body.
          </Text>
        )
      )}
    </Stack>
  )
}
