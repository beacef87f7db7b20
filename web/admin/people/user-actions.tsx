import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { UserRecord } from '../../../src/http/admin/users-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain } from '../kit/data.ts'
import { say } from '../kit/say.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
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
          <ActionIcon variant="subtle" color="gray" aria-label={say(words.kit.actionsFor, { name: who })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setChanging(true)}>{words.kit.change}</Menu.Item>
          {invited && !disabled && (
            <Menu.Item
              onClick={() =>
                void run({
                  work: () => send('POST', `${path}/invitation`),
                  doneText: say(words.people.sentAgain, { email }),
                }).catch(failed)
              }
            >
              {words.people.sendAgain}
            </Menu.Item>
          )}
          {totp && !isMe && (
            <Menu.Item onClick={() => ask(totpQuestion(who, path))}>{words.people.removeStep}</Menu.Item>
          )}
          {disabled ? (
            <Menu.Item
              onClick={() =>
                void run({
                  work: () => send('PUT', path, { disabled: false }),
                  doneText: say(words.people.onAgain, { name: who }),
                }).catch(failed)
              }
            >
              {words.kit.switchOn}
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => ask(offQuestion(who, path, isMe))}>{words.kit.switchOff}</Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="bad" onClick={() => ask(removeQuestion(who, email, path, isMe))}>
            {words.kit.remove}
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
    title: isMe ? words.people.offYourselfTitle : say(words.people.offTitle, { name: who }),
    text: isMe ? words.people.offYourselfText : words.people.offText,
    action: words.kit.switchOff,
    work: () => send('PUT', path, { disabled: true }),
    doneText: say(words.people.offDone, { name: who }),
  }
}

function removeQuestion(who: string, email: string, path: string, isMe: boolean): Question {
  return {
    title: isMe ? words.people.removeYourselfTitle : say(words.people.removeTitle, { name: who }),
    text: say(words.people.removeText, { email }),
    action: words.kit.remove,
    work: () => send('DELETE', path),
    doneText: say(words.people.removeDone, { name: who }),
  }
}

function totpQuestion(who: string, path: string): Question {
  return {
    title: say(words.people.removeStepTitle, { name: who }),
    text: words.people.removeStepText,
    action: words.people.removeIt,
    work: () => send('DELETE', `${path}/totp`),
    doneText: say(words.people.removeStepDone, { name: who }),
  }
}
