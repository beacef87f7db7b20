import { Code, Group, Stack, Text, Title } from '@mantine/core'
import type { SentRequest } from '../../../src/http/admin/callbacks-schemas.ts'
import { CopyButtonWithText } from '../kit/copy.tsx'
import { webhookCurl } from './curl.ts'
import { Facts } from './facts.tsx'

const DIFFERENCES: Record<NonNullable<SentRequest['differs']>, string> = {
  changed:
    'The callback was changed after this attempt. This is what the request would be with its settings of today.',
  erased: 'The personal data of this person was erased since. The body that was sent had it.',
  encrypted:
    'The body was encrypted anew to show it here. The encrypted text and the signature that were sent are others.',
}

/** The headers and the body of the last attempt, and the command that sends them again. */
export function Sent({ request }: { request: SentRequest }) {
  const { headers, body, plain, differs } = request
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Title order={3} size="h4">
          The request
        </Title>
        <Group gap="xs">
          <CopyButtonWithText value={plain ?? body}>Copy the body</CopyButtonWithText>
          <CopyButtonWithText value={webhookCurl(request)}>Copy as curl</CopyButtonWithText>
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
      <Body label="The body" text={indented(plain ?? body)} />
      {plain !== null && (
        <>
          <Text size="sm">Encrypted, as the callback gets it:</Text>
          <Body label="The encrypted body" text={body} />
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
