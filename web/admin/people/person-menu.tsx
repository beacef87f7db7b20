import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Person } from '../../../src/http/admin/people-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain } from '../kit/data.ts'
import { done, failed } from '../kit/toast.tsx'
import { PersonDialog } from './person-dialog.tsx'

/** What is asked before it is done. */
interface Question {
  title: string
  text: ReactNode
  action: string
  work: () => Promise<unknown>
  says: string
}

/** All that an owner can do with somebody. */
export function PersonMenu({ person, isMe }: { person: Person; isMe: boolean }) {
  const [changing, setChanging] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const [asking, setAsking] = useState(false)
  const { email, disabled, invited, totp } = person
  const who = person.name || email
  const path = `/people/${person.id}`
  const ask = (asked: Question) => {
    setQuestion(asked)
    setAsking(true)
  }
  const run = async ({ work, says }: Pick<Question, 'work' | 'says'>) => {
    await work()
    await readAgain('/people')
    done(says)
  }
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`What to do with ${who}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setChanging(true)}>Change</Menu.Item>
          {invited && !disabled && (
            <Menu.Item
              onClick={() =>
                void run({
                  work: () => send('POST', `${path}/invitation`),
                  says: `A new invitation to ${email} is on its way`,
                }).catch(failed)
              }
            >
              Send the invitation again
            </Menu.Item>
          )}
          {totp && !isMe && (
            <Menu.Item onClick={() => ask(totpQuestion(who, path))}>Take the second step away</Menu.Item>
          )}
          {disabled ? (
            <Menu.Item
              onClick={() =>
                void run({
                  work: () => send('PUT', path, { disabled: false }),
                  says: `${who} may sign in again`,
                }).catch(failed)
              }
            >
              Switch on
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => ask(offQuestion(who, path, isMe))}>Switch off</Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="bad" onClick={() => ask(removeQuestion(who, email, path, isMe))}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {changing && <PersonDialog person={person} onClose={() => setChanging(false)} />}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={question?.title ?? ''}
        action={question?.action ?? ''}
        onConfirm={() => (question ? run(question) : Promise.resolve())}
      >
        {question?.text}
      </Confirm>
    </>
  )
}

function offQuestion(who: string, path: string, isMe: boolean): Question {
  return {
    title: `Switch ${isMe ? 'yourself' : who} off?`,
    text: isMe
      ? 'You are signed out everywhere at once. Another owner can switch you on again.'
      : 'They are signed out everywhere at once, and can’t come back until an owner switches them on.',
    action: 'Switch off',
    work: () => send('PUT', path, { disabled: true }),
    says: `${who} is switched off`,
  }
}

function removeQuestion(who: string, email: string, path: string, isMe: boolean): Question {
  return {
    title: `Remove ${isMe ? 'yourself' : who}?`,
    text: `${email} is signed out everywhere at once, and needs a new invitation to come back. The audit log keeps what was done.`,
    action: 'Remove',
    work: () => send('DELETE', path),
    says: `${who} is removed`,
  }
}

function totpQuestion(who: string, path: string): Question {
  return {
    title: `Take the second step of ${who} away?`,
    text: 'For who lost the device. From then on the password, or a mailed link, is enough. Make sure it is really them who asks.',
    action: 'Take it away',
    work: () => send('DELETE', `${path}/totp`),
    says: `${who} is asked for no more codes`,
  }
}
