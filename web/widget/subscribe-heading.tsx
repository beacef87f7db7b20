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

let tapped = false
addEventListener('pointerdown', () => (tapped = true), true)
addEventListener('keydown', () => (tapped = false), true)

/** True if the last thing that the person did on this page was a tap or a click. */
export function wasTapped(): boolean {
  return tapped
}

interface HeadingProps {
  title: string
  progress: Progress
  /** True if something else in the step gets the focus. */
  quiet?: boolean
}

/** The heading of a step. It gets the focus when the step begins, so that screen readers continue there. */
export function StepHeading({ title, progress, quiet = false }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (!progress.begun) return
    scrollTo(0, 0)
    if (quiet) return
    heading.current?.focus({ preventScroll: true })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the step appears
  }, [])
  // The last step has another title once an application has fetched the feed.
  useLayoutEffect(() => void (document.title = `${title} · ${publisher}`), [title])
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
