import { useRef, useState } from 'preact/hooks'
import { postJson, type Problem } from '../shared/api.ts'
import { Button } from '../shared/components/button.tsx'
import { EmailField, focusFault } from '../shared/components/field.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { looksLikeEmail } from '../shared/email.ts'
import { words } from '../shared/page.ts'
import { problemText } from '../shared/problem-text.ts'

/** Has the manage link sent to an e-mail. The message is the same whether or not it is subscribed. */
export function LinkForm({ widgetId, kind = 'main' }: { widgetId: string; kind?: 'main' | 'plain' }) {
  const [email, setEmail] = useState('')
  const [outcome, setOutcome] = useState<'sent' | Problem>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)

  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending.current) return
    if (!looksLikeEmail(email)) {
      setOutcome({ kind: 'fields', fields: { email: words.subscribe.emailWrong } })
      return requestAnimationFrame(() => focusFault(form.current))
    }
    isSending.current = true
    setBusy(true)
    const answer = await postJson(`/w/${widgetId}/link?lang=${document.documentElement.lang}`, {
      email: email.trim(),
    })
    isSending.current = false
    setBusy(false)
    setOutcome(answer.ok ? 'sent' : answer.problem)
    if (!answer.ok && answer.problem.kind === 'fields') requestAnimationFrame(() => focusFault(form.current))
  }

  const wrong = outcome !== undefined && outcome !== 'sent' && outcome.kind === 'fields'
  return (
    <form ref={form} class="link-form" noValidate onSubmit={(event) => void send(event)}>
      <EmailField
        label={words.subscribe.email}
        name="email"
        autocomplete="email"
        value={email}
        error={wrong ? words.subscribe.emailWrong : undefined}
        onInput={(value) => {
          setEmail(value)
          setOutcome(undefined)
        }}
      />
      <div aria-live="polite">
        {outcome === 'sent' && <Notice kind="ok">{words.portal.linkSent}</Notice>}
        {outcome !== undefined && outcome !== 'sent' && !wrong && (
          <Notice kind="bad">{problemText(outcome)}</Notice>
        )}
      </div>
      <Button kind={kind} type="submit" busy={busy}>
        {busy ? words.common.oneMoment : words.portal.sendLink}
      </Button>
    </form>
  )
}
