import './import.css'
import { Stepper, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Page } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'
import { ColumnsStep } from './columns-step.tsx'
import type { Draft, RememberedImport } from './draft.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { PreviewStep } from './preview-step.tsx'
import { ResultStep, RunStep } from './run-step.tsx'
import { SourceStep } from './source-step.tsx'
import { type Stage, useImport } from './use-import.ts'

const STEPS = ['Source', 'Columns', 'Preview', 'Import']
const AT: Record<Stage['at'], number> = { source: 0, columns: 1, preview: 2, running: 3, ended: 4 }

interface Start {
  /** Makes the form anew when it starts from something else. */
  key: number
  calendarId: string
  calendarName?: string
  fileName?: string
  url?: string
  told?: Pick<Draft, 'mapping' | 'options'>
}

/** Brings the events of a file, an address or a table into a calendar. `?calendar=` is the one to begin with. */
export function ImportPage() {
  const may = useMay('editor')
  return (
    <Page
      title="Import"
      text="Bring events from a calendar file, an address or a table into a calendar. You see what would change before anything is written."
    >
      {may ? (
        <Import />
      ) : (
        <Empty title="Importing is for editors">Ask an owner of this publisher for the role.</Empty>
      )}
    </Page>
  )
}

function Import() {
  const { calendar = '' }: { calendar?: string } = useSearch({ strict: false })
  const [start, setStart] = useState<Start>({ key: 0, calendarId: calendar })
  const top = useRef<HTMLDivElement>(null)
  const { stage, busy, problem, ...way } = useImport()

  const at = Math.min(AT[stage.at], STEPS.length - 1)
  const isDone = stage.at === 'ended' && stage.ended.kind === 'done'
  const step = `Step ${at + 1} of ${STEPS.length}: ${STEPS[at]!}`
  const before = useRef(stage.at)
  // The button that led here is gone, and with it the place of whoever uses the keyboard or only hears the page.
  useEffect(() => {
    if (before.current !== stage.at) top.current?.focus()
    before.current = stage.at
  }, [stage.at])

  const again = (earlier: RememberedImport) => {
    const { kind, name, mapping, options, calendar } = earlier
    const told = { mapping, options: options as Draft['options'] }
    const at = { key: start.key + 1, calendarId: calendar.id, calendarName: calendar.name, told }
    if (kind === 'address') {
      setStart({ ...at, url: name })
      void way.begin({ calendarId: calendar.id, from: { kind, url: name } }, told)
    } else setStart({ ...at, fileName: name })
    top.current?.scrollIntoView({ block: 'start' })
  }
  const restart = () => {
    setStart({ key: start.key + 1, calendarId: '' })
    way.restart()
  }

  return (
    <>
      <div ref={top} tabIndex={-1} role="group" aria-label={step} className="import-step">
        <Text hiddenFrom="sm" size="sm" c="dimmed">
          {step}
        </Text>
        <Stepper active={isDone ? STEPS.length : at} size="sm" allowNextStepsSelect={false} visibleFrom="sm">
          {STEPS.map((name) => (
            <Stepper.Step key={name} label={name} allowStepSelect={false} />
          ))}
        </Stepper>
      </div>
      {stage.at === 'source' && (
        <SourceStep
          key={start.key}
          start={start}
          busy={busy}
          problem={problem}
          onNext={(chosen) => void way.begin(chosen, start.told)}
        />
      )}
      {stage.at === 'columns' && (
        <ColumnsStep
          {...stage}
          busy={busy}
          problem={problem}
          onBack={way.restart}
          onNext={(told) => void way.change(stage.draft, told)}
        />
      )}
      {stage.at === 'preview' && (
        <PreviewStep
          key={stage.preview.digest}
          {...stage}
          outdated={stage.outdated ?? false}
          busy={busy}
          problem={problem}
          onOptions={(options) => void way.change(stage.draft, { options })}
          onBack={way.back}
          onRun={() => void way.carryOut(stage.draft, stage.preview)}
        />
      )}
      {stage.at === 'running' && <RunStep progress={stage.progress} onStop={way.stop} />}
      {stage.at === 'ended' && (
        <ResultStep
          ended={stage.ended}
          preview={stage.preview}
          onAgain={() => void way.lookAgain(stage.draft)}
          onAnother={restart}
        />
      )}
      {stage.at === 'source' && <EarlierImports onAgain={again} />}
    </>
  )
}
