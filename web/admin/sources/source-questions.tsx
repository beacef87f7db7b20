import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { day } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { Refusal } from '../kit/states.tsx'
import { FIELDS, type SourceRecord } from './words.ts'

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
        Keep all of mine
      </Button>
      <Button variant="default" disabled={busy} onClick={() => void answer(undecided, 'theirs')}>
        Take all of theirs
      </Button>
    </>
  )
  return (
    <Section
      title="Which one is right?"
      text="Both the source and somebody here have changed these. Your answer holds until the source changes the field again."
      actions={all}
    >
      <Refusal error={problem} />
      <ul className="faulty-rows">
        {open.map((question) => (
          <li key={`${question.reference} ${question.field}`}>
            <Text fw={600}>
              {question.eventId ? (
                <Anchor component={Link} to={`/events/${question.eventId}`} inherit>
                  {question.name}
                </Anchor>
              ) : (
                question.name
              )}
              , {day(question.startDate)}: {FIELDS[question.field]}
            </Text>
            <Value name="Mine" text={question.mine} />
            <Value name="Theirs" text={question.theirs} />
            {question.taken ? (
              <Text size="sm">Theirs is taken with the next read.</Text>
            ) : (
              <Group gap="xs">
                <Button variant="default" disabled={busy} onClick={() => void answer([question], 'mine')}>
                  Keep mine
                </Button>
                <Button variant="default" disabled={busy} onClick={() => void answer([question], 'theirs')}>
                  Take theirs
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Value({ name, text }: { name: string; text: string }) {
  return (
    <Stack gap={0}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text className="source-value">{text || 'empty'}</Text>
    </Stack>
  )
}
