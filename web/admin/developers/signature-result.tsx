import { Alert, List, Stack, Text, Title } from '@mantine/core'
import type { SignatureAnswer } from '../../../src/http/admin/signature-check-schemas.ts'
import { TextDiff } from './text-diff.tsx'

const FORMS = { md5: 'MD5', sha256: 'HMAC-SHA256' }

/** The result of a check: match or not, the problems with their fixes, and both texts. */
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
            ? 'Its HMAC-SHA256 with the secret, in hex.'
            : 'Its MD5 in hex, with the secret filled in.'}
        </Text>
        <TextDiff text={text} other={signed ?? text} label="The text we sign" />
      </div>
      {signed !== null && signed !== text && (
        <div>
          <Title order={3}>The text that was signed</Title>
          <Text size="sm" c="dimmed" mb={6}>
            Differences are marked.
          </Text>
          <TextDiff text={signed} other={text} label="The text that was signed" />
        </div>
      )}
      {matches !== true && problems.length === 0 && (
        <div>
          <Title order={3}>What to check</Title>
          <List size="sm" mt={6}>
            <List.Item>
              Log the text your program signs, and compare it with ours character by character.
            </List.Item>
            <List.Item>Check that the secret belongs to this key and is complete.</List.Item>
            <List.Item>
              Sign the exact bytes that are sent, in UTF-8, not a copy that is serialized again.
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
          ? 'But its time is too far from our clock.'
          : clock
            ? `apiTime was ${Math.abs(clock.seconds)} seconds ${clock.seconds > 0 ? 'ahead' : 'behind'}; up to ${clock.allowed} are accepted.`
            : 'It is the signature we expect.'}
      </Alert>
    )
  }
  if (matches === null) {
    return (
      <Alert color="warn" title="We can’t tell without the body that arrived">
        {body.state === 'differs'
          ? `The pasted text is not the body that arrived (${body.bytes} bytes), and it was not signed either.`
          : `Paste the body of ${body.bytes} bytes above, then check again.`}
      </Alert>
    )
  }
  return <Alert color="bad" title={`The signature does not match${how && ` (${how})`}`} />
}
