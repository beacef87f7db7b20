import { Button } from '../shared/components/button.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { sayCount, words } from '../shared/page.ts'
import { problemText } from '../shared/problem-text.ts'
import type { Upcoming } from './events-upcoming.ts'

/** The button for more events, and the result of loading them. */
export function More({ list }: { list: Upcoming }) {
  const added = list.firstNew > 0 && !list.busy && !list.problem
  return (
    <div class="more-events">
      <p class="hidden" role="status">
        {list.busy
          ? words.common.loading
          : added && sayCount(words.events.added, list.events.length - list.firstNew)}
      </p>
      {list.problem && <Notice kind="bad">{problemText(list.problem)}</Notice>}
      {list.more && (
        <Button busy={list.busy} onClick={() => void list.load()}>
          {list.busy ? words.common.loading : list.problem ? words.common.tryAgain : words.events.more}
        </Button>
      )}
    </div>
  )
}
