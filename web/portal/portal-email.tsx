import { useRef, useState } from 'preact/hooks'
import type { PortalData } from '../../src/http/widget/answers.ts'
import { Button } from '../shared/components/button.tsx'
import { EmailField, focusFault } from '../shared/components/field.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { inSeconds } from '../shared/dates.ts'
import { looksLikeEmail } from '../shared/email.ts'
import { language, say, words } from '../shared/page.ts'
import { useAction } from './portal-action.ts'
import { ProblemNotice, Screen } from './portal-screen.tsx'

interface EmailScreenProps {
  data: PortalData
  path: string
  onBack: () => void
}

/** Asks for another address. It is the person's once its mailbox has confirmed it. */
export function EmailScreen({ data, path, onBack }: EmailScreenProps) {
  const { email: texts, portal, common, subscribe } = words
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState('')
  const [sent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { busy, problem, run } = useAction<object>(`${path}/email?lang=${language}`)

  const refuse = (text: string) => {
    setWrong(text)
    requestAnimationFrame(() => focusFault(form.current))
  }
  const send = async () => {
    setSent(false)
    const typed = email.trim()
    if (!looksLikeEmail(typed)) return refuse(subscribe.emailWrong)
    if (typed.toLowerCase() === data.email.toLowerCase()) return refuse(texts.same)
    setSent((await run({ email: typed })) !== undefined)
  }
  const fault = wrong || (problem?.kind === 'fields' ? subscribe.emailWrong : '')
  return (
    <Screen publisher={data.publisher} title={texts.title} onBack={onBack}>
      <p class="lead">
        <bdi>{data.email}</bdi>
      </p>
      <p>{texts.lead}</p>
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <EmailField
          label={texts.label}
          name="email"
          autocomplete="email"
          value={email}
          error={fault || undefined}
          onInput={(value) => {
            setEmail(value)
            setWrong('')
            setSent(false)
          }}
        />
        <div aria-live="polite">{sent && <Notice kind="ok">{texts.sent}</Notice>}</div>
        {problem?.kind === 'too-many' ? (
          <Notice kind="bad">{say(texts.enough, { when: inSeconds(problem.seconds) })}</Notice>
        ) : (
          problem?.kind !== 'fields' && <ProblemNotice problem={problem} refused={portal.freshOver} />
        )}
        <div class="action">
          <Button kind="main" type="submit" busy={busy}>
            {busy ? common.oneMoment : texts.send}
          </Button>
        </div>
      </form>
    </Screen>
  )
}
