import { Button } from '../shared/components/button.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { words } from '../shared/page.ts'
import { needsReload } from './portal-action.ts'
import type { ChoiceState } from './portal-choice.ts'
import { ProblemNotice } from './portal-screen.tsx'

/** Stays visible while there are unsaved changes, and shows the result of saving. */
export function SaveBar({ choice }: { choice: ChoiceState }) {
  const { changed, busy, saved, problem, refused } = choice
  const shown = changed || busy || saved
  const mustReload = problem && needsReload(problem)
  return (
    <div class={shown ? 'action save-bar' : 'save-bar'}>
      <div aria-live="polite">
        {saved && !changed && (
          <Notice kind="ok">{saved === 'mails' ? words.alerts.saved : words.portal.saved}</Notice>
        )}
        {changed && !problem && <p class="status">{words.portal.unsaved}</p>}
      </div>
      {changed && <ProblemNotice problem={problem} refused={refused} />}
      {(changed || busy) && !mustReload && (
        <div class="buttons">
          {!busy && <Button onClick={choice.discard}>{words.portal.discard}</Button>}
          <Button kind="main" busy={busy} onClick={() => void choice.save()}>
            {busy ? words.common.oneMoment : words.portal.save}
          </Button>
        </div>
      )}
    </div>
  )
}
