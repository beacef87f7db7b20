import { useLayoutEffect, useRef } from 'preact/hooks'
import { say, words } from '../shared/page.ts'

/** The service sends the page with the publisher's name as its title. */
const publisher = document.title

export interface Progress {
  /** True after the first step, when the heading gets the focus. */
  begun: boolean
  /** The number of the step from 1; 0 for a step that is not counted. */
  step: number
  steps: number
}

/** The heading of a step. It gets the focus when the step begins, so that screen readers continue there. */
export function StepHeading({ title, progress }: { title: string; progress: Progress }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · ${publisher}`
    if (!progress.begun) return
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the step appears
  }, [])
  const { step, steps } = progress
  return (
    <>
      {step > 0 && steps > 1 && <p class="step">{say(words.subscribe.step, { step, steps })}</p>}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
    </>
  )
}
