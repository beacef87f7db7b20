import { Code, Group, Stack, Text, Title } from '@mantine/core'
import type { SentRequest } from '../../../src/http/admin/callbacks-schemas.ts'
import { CopyButtonWithText } from '../kit/copy.tsx'
import { words } from '../words/index.ts'
import { webhookCurl } from './curl.ts'
import { Facts } from './facts.tsx'

const DIFFERENCES: Record<NonNullable<SentRequest['differs']>, string> = {
  changed: words.developers.differsChanged,
  erased: words.developers.differsErased,
  encrypted: words.developers.differsEncrypted,
}

/** The headers and the body of the last attempt, and the command that sends them again. */
export function Sent({ request }: { request: SentRequest }) {
  const { headers, body, plain, differs } = request
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Title order={3} size="h4">
          {words.developers.theRequest}
        </Title>
        <Group gap="xs">
          <CopyButtonWithText value={plain ?? body}>{words.developers.copyBody}</CopyButtonWithText>
          <CopyButtonWithText value={webhookCurl(request)}>{words.developers.copyCurl}</CopyButtonWithText>
        </Group>
      </Group>
      {differs && (
        <Text size="sm" c="dimmed">
          {DIFFERENCES[differs]}
        </Text>
      )}
      <Facts
        facts={headers.map(({ name, value }) => [
          name,
          <span key={name} className="mono">
            {value}
          </span>,
        ])}
      />
      <Body label={words.developers.theBody} text={indented(plain ?? body)} />
      {plain !== null && (
        <>
          <Text size="sm">{words.developers.encryptedAs}</Text>
          <Body label={words.developers.encryptedBody} text={body} />
        </>
      )}
    </Stack>
  )
}

function Body({ label, text }: { label: string; text: string }) {
  return (
    <Code block className="answer" tabIndex={0} role="region" aria-label={label}>
      {text}
    </Code>
  )
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}
