import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { PublisherLook } from '../../src/http/widget/answers.ts'
import { Button } from '../shared/components/button.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { inSeconds } from '../shared/dates.ts'
import { language, say, words } from '../shared/page.ts'
import { useAction } from './portal-action.ts'
import { ProblemNotice, Screen } from './portal-screen.tsx'

interface MailButtonProps {
  /** The portal's address without query. */
  path: string
  label: string
}

/** Has the e-mail of a link sent to its address, and says so. */
export function MailButton({ path, label }: MailButtonProps) {
  const { portal, common } = words
  const [sent, setSent] = useState(false)
  const { busy, problem, run } = useAction<object>(`${path}/mail?lang=${language}`)
  const send = async () => {
    setSent(false)
    setSent((await run()) !== undefined)
  }
  return (
    <>
      {problem?.kind === 'too-many' ? (
        <Notice kind="bad">{say(portal.enoughMails, { when: inSeconds(problem.seconds) })}</Notice>
      ) : (
        <ProblemNotice problem={problem} />
      )}
      <div aria-live="polite">{sent && <Notice kind="ok">{portal.sentAgain}</Notice>}</div>
      <Button kind="main" busy={busy} onClick={() => void send()}>
        {busy ? common.oneMoment : sent ? portal.sendAgain : label}
      </Button>
    </>
  )
}

interface MailScreenProps {
  publisher: PublisherLook
  path: string
  /** The title of the screen that needs the e-mail. */
  title: string
  onBack: () => void
  /** More that the person has to know. */
  children?: ComponentChildren
}

/** Stands in place of a screen that shows or changes personal data, until the browser comes from an e-mail. */
export function MailScreen({ publisher, path, title, onBack, children }: MailScreenProps) {
  return (
    <Screen publisher={publisher} title={title} onBack={onBack}>
      <p>{words.portal.needsMail}</p>
      {children}
      <div class="action">
        <MailButton path={path} label={words.portal.sendMail} />
      </div>
    </Screen>
  )
}
