import { useLayoutEffect, useRef } from 'preact/hooks'
import { say, words } from '../shared/page.ts'

/** The page comes with the publisher's name as its title. */
const publisher = document.title

export interface Progress {
  /** Whether a step went before, so that the focus has to follow. */
  begun: boolean
  /** From 1; 0: not one of those that are counted. */
  step: number
  steps: number
}

/** The heading of a step. It takes the focus when its step begins, so that screen readers read on from there. */
export function StepHeading({ title, progress }: { title: string; progress: Progress }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · ${publisher}`
    if (!progress.begun) return
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
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
