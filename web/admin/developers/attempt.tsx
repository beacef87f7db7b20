import { Code, Group, Stack, Text } from '@mantine/core'
import type { AttemptAnswer } from '../../../src/http/admin/callbacks-schemas.ts'
import { exactMoment } from '../kit/format.ts'
import { messageText } from '../kit/reasons.ts'
import { say } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { words } from '../words/index.ts'

/** One delivery attempt: the response, and how long it took. */
export function Attempt({ attempt, numbered = false }: { attempt: AttemptAnswer; numbered?: boolean }) {
  const { number, at, status, error, reason, durationMs, answer } = attempt
  return (
    <Stack gap={6}>
      <Group gap="sm">
        {numbered && <Text fw={600}>{say(words.developers.attempt, { number })}</Text>}
        <StateBadge kind={error ? 'bad' : 'ok'}>
          {error ? words.developers.failed : words.developers.delivered}
        </StateBadge>
        <Text size="sm">
          {status === null
            ? say(words.developers.noResponseAfter, { ms: durationMs })
            : say(words.developers.statusAfter, { status: String(status), ms: durationMs })}
        </Text>
        <Text size="sm" c="dimmed">
          {exactMoment(at)}
        </Text>
      </Group>
      {error && error !== `answered ${status}` && <Text size="sm">{messageText(error, reason)}</Text>}
      {answer ? (
        <Code
          block
          className="answer"
          tabIndex={0}
          role="region"
          aria-label={numbered ? say(words.developers.responseTo, { number }) : words.developers.theResponse}
        >
          {answer}
        </Code>
      ) : (
        status !== null && (
          <Text size="sm" c="dimmed">
            {words.developers.noResponseBody}
          </Text>
        )
      )}
    </Stack>
  )
}
