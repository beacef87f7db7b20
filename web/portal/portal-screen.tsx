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
  /** Whether it takes the place of another screen: then reading begins at its title. */
  follows?: boolean
  onBack?: () => void
  children: ComponentChildren
}

/** One thing on a screen. */
export function Screen({ publisher, title, follows = true, onBack, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
    if (!follows) return
    scrollTo(0, 0)
    heading.current?.focus()
  }, [title])
  return (
    <Page publisher={publisher} onBack={onBack}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </Page>
  )
}

/** What went wrong, and the way out where there is but one. */
export function ProblemNotice({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null
  return (
    <Notice kind="bad">
      <p>{portalProblemText(problem)}</p>
      {needsReload(problem) && <Button onClick={() => location.reload()}>{words.common.reload}</Button>}
    </Notice>
  )
}
