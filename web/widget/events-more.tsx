import { LinkButton } from '../shared/components/button.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { sayCount, words } from '../shared/page.ts'
import { problemText } from '../shared/problem-text.ts'
import type { Upcoming } from './events-upcoming.ts'

interface MoreProps {
  list: Upcoming
  /** The query of the page. */
  search?: string
}

/** The button for more events, and the result of loading them. Without scripts it is a link to the next page. */
export function More({ list, search = '' }: MoreProps) {
  const added = list.firstNew > 0 && !list.busy && !list.problem
  return (
    <div class="more-events">
      <p class="hidden" role="status">
        {list.busy
          ? words.common.loading
          : added && sayCount(words.events.added, list.events.length - list.firstNew)}
      </p>
      {list.problem && <Notice kind="bad">{problemText(list.problem)}</Notice>}
      {list.next !== false && (
        <LinkButton
          href={nextPage(search, list.next)}
          role="button"
          aria-disabled={list.busy || undefined}
          onClick={(event) => {
            event.preventDefault()
            void list.load()
          }}
        >
          {list.busy ? words.common.loading : list.problem ? words.common.tryAgain : words.events.more}
        </LinkButton>
      )}
    </div>
  )
}

function nextPage(search: string, after: string): string {
  const query = new URLSearchParams(search)
  query.set('after', after)
  return `?${query}`
}
