import { useState } from 'preact/hooks'
import type { EmailChanged, EmailPage as Data } from '../../src/http/widget/answers.ts'
import { useAction } from '../portal/portal-action.ts'
import { ProblemNotice, Screen } from '../portal/portal-screen.tsx'
import { Button, LinkButton } from '../shared/components/button.tsx'
import { Say } from '../shared/components/say.tsx'
import { words } from '../shared/page.ts'

/** Says which address a subscriber asked for, and confirms it. */
export function EmailPage(data: Data) {
  const { publisher, email } = data
  const [manageUrl, setManageUrl] = useState(data.manageUrl)
  const { email: texts, common, confirm } = words
  const { busy, problem, run } = useAction<EmailChanged>(location.pathname)
  const state = manageUrl ? 'done' : data.state
  const [title, text] = {
    asked: [texts.pageTitle, texts.pageText],
    done: [texts.doneTitle, texts.doneText],
    taken: [texts.takenTitle, texts.takenText],
    over: [texts.overTitle, texts.overText],
  }[state] as [string, string]
  return (
    // Confirmed in this page: the new title gets the focus.
    <Screen publisher={publisher} title={title} follows={state !== data.state}>
      <p class="lead">
        <Say text={text} values={{ publisher: publisher.name, email: <bdi>{email}</bdi> }} />
      </p>
      {state === 'asked' && (
        <>
          <p>{texts.effect}</p>
          <p class="soft">{texts.ignore}</p>
          <ProblemNotice problem={problem} />
          <div class="action">
            <Button
              kind="main"
              busy={busy}
              onClick={() => void run().then((changed) => changed && setManageUrl(changed.manageUrl))}
            >
              {busy ? common.oneMoment : texts.button}
            </Button>
          </div>
        </>
      )}
      {state === 'done' && (
        <p>
          <LinkButton href={new URL(manageUrl).pathname}>{confirm.manage}</LinkButton>
        </p>
      )}
    </Screen>
  )
}
