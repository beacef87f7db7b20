import { Alert, List, Stack, Text, Title } from '@mantine/core'
import type { SignatureAnswer } from '../../../src/http/admin/signature-check-schemas.ts'
import { TextDiff } from './text-diff.tsx'

const FORMS = { md5: 'MD5', sha256: 'HMAC-SHA256' }

/** What came out: whether it matches, what is wrong, what to change, and the two texts. */
export function SignatureResult({ answer }: { answer: SignatureAnswer }) {
  const { problems, refusals, form, matches, text, signed } = answer
  return (
    <Stack>
      <Verdict answer={answer} />
      {problems.map((problem) => (
        <Alert key={problem.code} color="warn" title={problem.what}>
          {problem.change}
        </Alert>
      ))}
      {refusals.map((refusal) => (
        <Alert key={refusal} color="warn" title={refusal}>
          It would be refused even with the right signature.
        </Alert>
      ))}
      <div>
        <Title order={3}>The text we sign</Title>
        <Text size="sm" c="dimmed" mb={6}>
          {form === 'sha256'
            ? 'Its HMAC-SHA256 under the secret, in hex.'
            : 'Its MD5 in hex, with the secret in its place.'}
        </Text>
        <TextDiff text={text} other={signed ?? text} label="The text we sign" />
      </div>
      {signed !== null && signed !== text && (
        <div>
          <Title order={3}>The text that was signed</Title>
          <Text size="sm" c="dimmed" mb={6}>
            What differs is marked.
          </Text>
          <TextDiff text={signed} other={text} label="The text that was signed" />
        </div>
      )}
      {matches !== true && problems.length === 0 && (
        <div>
          <Title order={3}>What to look at</Title>
          <List size="sm" mt={6}>
            <List.Item>
              Write the text your program signs to its log, and compare it with ours, sign by sign.
            </List.Item>
            <List.Item>Look whether the secret is that of this key, and whole.</List.Item>
            <List.Item>
              Sign the bytes that are sent, in UTF-8, and not a copy that is written anew.
            </List.Item>
          </List>
        </div>
      )}
    </Stack>
  )
}

function Verdict({ answer: { matches, form, clock, body } }: { answer: SignatureAnswer }) {
  const how = form ? FORMS[form] : ''
  if (matches === true) {
    const late = clock && !clock.ok
    return (
      <Alert color={late ? 'warn' : 'ok'} title={`The signature matches (${how})`}>
        {late
          ? 'But its time is too far from ours.'
          : clock
            ? `apiTime was ${Math.abs(clock.seconds)} seconds ${clock.seconds > 0 ? 'ahead' : 'behind'}; up to ${clock.allowed} are taken.`
            : 'It was made as we make it.'}
      </Alert>
    )
  }
  if (matches === null) {
    return (
      <Alert color="warn" title="This can’t be told without the body that arrived">
        {body.state === 'differs'
          ? `What you pasted is not what arrived (${body.bytes} bytes), and it was not signed either.`
          : `Paste the body of ${body.bytes} bytes above, then check again.`}
      </Alert>
    )
  }
  return <Alert color="bad" title={`The signature does not match${how && ` (${how})`}`} />
}
