import type { ComponentChild } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Problem } from '../shared/api.ts'
import type { Application } from '../shared/applications.ts'
import { ApplicationTiles } from '../shared/components/applications.tsx'
import { Button } from '../shared/components/button.tsx'
import { Notice } from '../shared/components/notice.tsx'
import { words } from '../shared/page.ts'
import { problemText, SHORT_WAIT } from '../shared/problem-text.ts'
import type { ProviderName } from '../shared/providers.ts'
import { TryingAgain } from './subscribe-again.tsx'
import { type Progress, StepHeading } from './subscribe-heading.tsx'
import type { Sending } from './subscribe-send.ts'

interface ApplicationProps {
  /** The application chosen last. */
  application: Application
  /** Those into whose accounts calendars are written as well. */
  providers: ProviderName[]
  sending: Sending
  /** Says which calendars were chosen, where that is no step. */
  summary: ComponentChild
  progress: Progress
  onChoose: (application: Application) => void
  onChooseAgain: () => void
}

/** The choice of the application. Choosing one subscribes. */
export function ApplicationStep({
  application,
  providers,
  sending,
  summary,
  progress,
  onChoose,
  onChooseAgain,
}: ApplicationProps) {
  const { problem, busy } = sending
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) place.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  const wait = problem?.kind === 'too-many' ? problem.seconds : 0
  const gone = problem?.kind === 'fields' && problem.fields.calendarIds !== undefined
  return (
    <>
      <StepHeading title={words.subscribe.applicationTitle} progress={progress} />
      <p class="lead">{words.subscribe.applicationText}</p>
      {summary}
      <div ref={place}>
        {wait > SHORT_WAIT && problem && <Notice kind="bad">{problemText(problem)}</Notice>}
        {wait > 0 && wait <= SHORT_WAIT && (
          <Notice kind="info">
            <TryingAgain seconds={wait} onAgain={() => onChoose(application)} />
          </Notice>
        )}
        {problem && problem.kind !== 'too-many' && (
          <Notice kind="bad">
            <p>{sayProblem(problem, gone)}</p>
            <Button onClick={gone ? onChooseAgain : () => onChoose(application)}>
              {gone ? words.subscribe.chooseAgain : words.common.tryAgain}
            </Button>
          </Notice>
        )}
      </div>
      <ApplicationTiles providers={providers} lead busy={busy} onChoose={onChoose} />
      <p class="hidden" role="status">
        {busy && words.common.oneMoment}
      </p>
    </>
  )
}

function sayProblem(problem: Problem, gone: boolean): string {
  if (gone) return words.subscribe.goneText
  return problem.kind === 'gone' ? words.subscribe.closedText : problemText(problem)
}
