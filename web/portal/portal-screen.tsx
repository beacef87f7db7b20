import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { PublisherLook } from '../../src/http/widget/answers.ts'
import type { Problem } from '../shared/api.ts'
import { Button } from '../shared/components/button.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { Page } from '../shared/components/page-frame.tsx'
import { words } from '../shared/page.ts'
import { needsReload, portalProblemText } from './portal-action.ts'

interface ScreenProps {
  publisher: PublisherLook
  title: string
  /** True if it replaces another screen: then its title gets the focus. */
  follows?: boolean
  onBack?: () => void
  children: ComponentChildren
}

/** The frame of every screen of the portal. */
export function Screen({ publisher, title, follows = true, onBack, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
    if (!follows) return
    scrollTo(0, 0)
    heading.current?.focus()
  }, [title, follows])
  return (
    <Page publisher={publisher} onBack={onBack}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </Page>
  )
}

interface ProblemNoticeProps {
  problem: Problem | undefined
  /** The message if the service refused, in place of the general one. */
  refused?: string
}

/** The message for a problem, with a reload button if only that helps. */
export function ProblemNotice({ problem, refused }: ProblemNoticeProps) {
  if (!problem) return null
  return (
    <Notice kind="bad">
      <p>{problem.kind === 'gone' && refused ? refused : portalProblemText(problem)}</p>
      {needsReload(problem) && <Button onClick={() => location.reload()}>{words.common.reload}</Button>}
    </Notice>
  )
}
