import { Alert, List, Stack, Text, Title } from '@mantine/core'
import type { SignatureAnswer } from '../../../src/http/admin/signature-check-schemas.ts'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { problemTexts, REFUSALS } from './signature-words.ts'
import { TextDiff } from './text-diff.tsx'

const FORMS = { md5: 'MD5', sha256: 'HMAC-SHA256' }

/** The result of a check: match or not, the problems with their fixes, and both texts. */
export function SignatureResult({ answer }: { answer: SignatureAnswer }) {
  const { problems, refusalKinds, clock, form, matches, text, signed } = answer
  return (
    <Stack>
      <Verdict answer={answer} />
      {problems.map((problem) => {
        const { what, change } = problemTexts(problem, clock)
        return (
          <Alert key={problem.code} color="warn" title={what}>
            {change}
          </Alert>
        )
      })}
      {refusalKinds.map((kind) => (
        <Alert key={kind} color="warn" title={REFUSALS[kind]}>
          {words.developers.refusedAnyway}
        </Alert>
      ))}
      <div>
        <Title order={3}>{words.developers.ourText}</Title>
        <Text size="sm" c="dimmed" mb={6}>
          {form === 'sha256' ? words.developers.ourSha : words.developers.ourMd5}
        </Text>
        <TextDiff text={text} other={signed ?? text} label={words.developers.ourText} />
      </div>
      {signed !== null && signed !== text && (
        <div>
          <Title order={3}>{words.developers.theirText}</Title>
          <Text size="sm" c="dimmed" mb={6}>
            {words.developers.marked}
          </Text>
          <TextDiff text={signed} other={text} label={words.developers.theirText} />
        </div>
      )}
      {matches !== true && problems.length === 0 && (
        <div>
          <Title order={3}>{words.developers.whatToCheck}</Title>
          <List size="sm" mt={6}>
            <List.Item>{words.developers.checkLog}</List.Item>
            <List.Item>{words.developers.checkSecret}</List.Item>
            <List.Item>{words.developers.checkBytes}</List.Item>
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
      <Alert color={late ? 'warn' : 'ok'} title={say(words.developers.matches, { form: how })}>
        {late
          ? words.developers.clockOff
          : clock
            ? sayCount(
                clock.seconds > 0 ? words.developers.ahead : words.developers.behind,
                Math.abs(clock.seconds),
                { allowed: clock.allowed },
              )
            : words.developers.expectedOne}
      </Alert>
    )
  }
  if (matches === null) {
    return (
      <Alert color="warn" title={words.developers.needsBody}>
        {body.state === 'differs'
          ? sayCount(words.developers.otherBody, body.bytes)
          : sayCount(words.developers.pasteBody, body.bytes)}
      </Alert>
    )
  }
  const title = how ? say(words.developers.matchesNotForm, { form: how }) : words.developers.matchesNot
  return <Alert color="bad" title={title} />
}
