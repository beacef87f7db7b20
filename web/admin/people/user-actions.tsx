import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { UserRecord } from '../../../src/http/admin/users-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain } from '../kit/data.ts'
import { done, failed } from '../kit/toast.tsx'
import { UserDialog } from './user-dialog.tsx'

/** A question to confirm before the work is done. */
interface Question {
  title: string
  text: ReactNode
  action: string
  work: () => Promise<unknown>
  doneText: string
}

/** The actions of an owner on a user. */
export function UserActions({ user, isMe }: { user: UserRecord; isMe: boolean }) {
  const [changing, setChanging] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const [asking, setAsking] = useState(false)
  const { email, disabled, invited, totp } = user
  const who = user.name || email
  const path = `/people/${user.id}`
  const ask = (asked: Question) => {
    setQuestion(asked)
    setAsking(true)
  }
  const run = async ({ work, doneText }: Pick<Question, 'work' | 'doneText'>) => {
    await work()
    await readAgain('/people')
    done(doneText)
  }
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${who}`}>
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
                  doneText: `A new invitation to ${email} is on its way`,
                }).catch(failed)
              }
            >
              Send the invitation again
            </Menu.Item>
          )}
          {totp && !isMe && (
            <Menu.Item onClick={() => ask(totpQuestion(who, path))}>Remove the second step</Menu.Item>
          )}
          {disabled ? (
            <Menu.Item
              onClick={() =>
                void run({
                  work: () => send('PUT', path, { disabled: false }),
                  doneText: `${who} can sign in again`,
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
      {changing && <UserDialog user={user} onClose={() => setChanging(false)} />}
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
      ? 'This signs you out everywhere at once. Another owner can switch you on again.'
      : 'This signs them out everywhere at once. They can’t sign in until an owner switches them on again.',
    action: 'Switch off',
    work: () => send('PUT', path, { disabled: true }),
    doneText: `${who} is switched off`,
  }
}

function removeQuestion(who: string, email: string, path: string, isMe: boolean): Question {
  return {
    title: `Remove ${isMe ? 'yourself' : who}?`,
    text: `This signs ${email} out everywhere at once. They need a new invitation to come back. The audit log keeps what they did.`,
    action: 'Remove',
    work: () => send('DELETE', path),
    doneText: `${who} is removed`,
  }
}

function totpQuestion(who: string, path: string): Question {
  return {
    title: `Remove the second step of ${who}?`,
    text: 'Do this if they lost their device. From then on the password or a mailed link is enough. Make sure that the request really comes from them.',
    action: 'Remove it',
    work: () => send('DELETE', `${path}/totp`),
    doneText: `${who} no longer needs a code`,
  }
}
