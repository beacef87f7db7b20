import { Button } from '../shared/components/button.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { words } from '../shared/page.ts'
import { needsReload } from './portal-action.ts'
import type { ChoiceState } from './portal-choice.ts'
import { ProblemNotice } from './portal-screen.tsx'

/** Stays in reach while there is something to save, and says what became of it. */
export function SaveBar({ choice }: { choice: ChoiceState }) {
  const { changed, busy, saved, problem } = choice
  const shown = changed || busy || saved
  const stopped = problem && needsReload(problem)
  return (
    <div class={shown ? 'action save-bar' : 'save-bar'}>
      <div aria-live="polite">
        {saved && !changed && <Notice kind="ok">{words.portal.saved}</Notice>}
        {changed && !problem && <p class="status">{words.portal.unsaved}</p>}
      </div>
      {changed && <ProblemNotice problem={problem} />}
      {(changed || busy) && !stopped && (
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
