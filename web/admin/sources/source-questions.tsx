import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { day } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { Say } from '../kit/say.tsx'
import { Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { FIELDS, type SourceRecord } from './words.ts'

const texts = words.sources

type Question = SourceRecord['open'][number]
type Take = 'theirs' | 'mine'

/** The fields that both the source and somebody here have changed, each with both values. */
export function SourceQuestions({ source: { id, open } }: { source: SourceRecord }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const answer = async (questions: Question[], take: Take) => {
    setBusy(true)
    setProblem(undefined)
    const answers = questions.map(({ reference, field }) => ({ reference, field, take }))
    await send('POST', `/sources/${id}/answers`, { answers }).catch(setProblem)
    await readAgain('/sources', '/events')
    setBusy(false)
  }
  const undecided = open.filter(({ taken }) => !taken)
  const all = undecided.length > 1 && (
    <>
      <Button variant="default" disabled={busy} onClick={() => void answer(undecided, 'mine')}>
        {texts.keepAllMine}
      </Button>
      <Button variant="default" disabled={busy} onClick={() => void answer(undecided, 'theirs')}>
        {texts.takeAllTheirs}
      </Button>
    </>
  )
  return (
    <Section title={texts.askRight} text={texts.askRightText} actions={all}>
      <Refusal error={problem} />
      <ul className="faulty-rows">
        {open.map((question) => (
          <li key={`${question.reference} ${question.field}`}>
            <Text fw={600}>
              <Say
                text={texts.questionAbout}
                values={{
                  event: <EventName question={question} />,
                  day: day(question.startDate),
                  field: FIELDS[question.field],
                }}
              />
            </Text>
            <Value name={texts.mine} text={valueOf(question, question.mine)} />
            <Value name={texts.theirs} text={valueOf(question, question.theirs)} />
            {question.taken ? (
              <Text size="sm">{texts.theirsTaken}</Text>
            ) : (
              <Group gap="xs">
                <Button variant="default" disabled={busy} onClick={() => void answer([question], 'mine')}>
                  {texts.keepMine}
                </Button>
                <Button variant="default" disabled={busy} onClick={() => void answer([question], 'theirs')}>
                  {texts.takeTheirs}
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function EventName({ question: { eventId, name } }: { question: Question }) {
  if (!eventId) return <bdi>{name}</bdi>
  return (
    <Anchor component={Link} to={`/events/${eventId}`} inherit underline="always" dir="auto">
      {name}
    </Anchor>
  )
}

function Value({ name, text }: { name: string; text: string }) {
  return (
    <Stack gap={0}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text className="source-value">{text || texts.empty}</Text>
    </Stack>
  )
}

/** The service says a state in English, and all other values as they are. */
function valueOf({ field }: SourceRecord['open'][number], value: string): string {
  if (field !== 'cancelled') return value
  return value === 'Cancelled' ? words.events.cancelled : words.events.takesPlace
}
