import './import.css'
import { Stepper, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Page } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'
import { SourcesList } from '../sources/sources-list.tsx'
import { words } from '../words/index.ts'
import { ColumnsStep } from './columns-step.tsx'
import { type ImportChoices, isPasted, type RememberedImport } from './draft.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { PreviewStep } from './preview-step.tsx'
import { ResultStep, RunStep } from './run-step.tsx'
import { SourceStep } from './source-step.tsx'
import { type Stage, useImport } from './use-import.ts'

const texts = words.imports

const STEPS = [words.sources.title, texts.columns, texts.preview, words.shell.import]
const AT: Record<Stage['at'], number> = { source: 0, columns: 1, preview: 2, running: 3, ended: 4 }

interface Start {
  /** Changes with the starting point, so that the form mounts again. */
  key: number
  calendarId: string
  calendarName?: string
  fileName?: string
  /** The table is pasted again. */
  pasted?: boolean
  url?: string
  choices?: ImportChoices
}

/** Imports events from a file or an address into a calendar. `?calendar=` preselects the calendar. */
export function ImportPage() {
  const may = useMay('editor')
  return (
    <Page title={words.shell.import} text={texts.text}>
      {may ? <Import /> : <Empty title={texts.onlyEditors}>{words.kit.editorsOnly}</Empty>}
    </Page>
  )
}

function Import() {
  const { calendar = '' }: { calendar?: string } = useSearch({ strict: false })
  const [start, setStart] = useState<Start>({ key: 0, calendarId: calendar })
  const top = useRef<HTMLDivElement>(null)
  const { stage, busy, problem, ...actions } = useImport()

  const at = Math.min(AT[stage.at], STEPS.length - 1)
  const isDone = stage.at === 'ended' && stage.outcome.kind === 'done'
  const step = say(texts.step, { step: at + 1, steps: STEPS.length, name: STEPS[at]! })
  const before = useRef(stage.at)
  // The button that was pressed is gone, and the focus with it:
  // users with a keyboard or screen reader need it back.
  useEffect(() => {
    if (before.current !== stage.at) top.current?.focus()
    before.current = stage.at
  }, [stage.at])

  const again = (earlier: RememberedImport) => {
    const { kind, name, mapping, options, calendar } = earlier
    const choices = { mapping, options: options }
    const at = { key: start.key + 1, calendarId: calendar.id, calendarName: calendar.name, choices }
    if (kind === 'address') {
      setStart({ ...at, url: name })
      void actions.begin({ calendarId: calendar.id, from: { kind, url: name } }, choices)
    } else setStart({ ...at, ...(isPasted(name) ? { pasted: true } : { fileName: name }) })
    top.current?.scrollIntoView({ block: 'start' })
  }
  const restart = () => {
    setStart({ key: start.key + 1, calendarId: '' })
    actions.restart()
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
          onNext={(chosen) => void actions.begin(chosen, start.choices)}
        />
      )}
      {stage.at === 'columns' && (
        <ColumnsStep
          key={JSON.stringify(stage.preview.table?.settings.mapping)}
          {...stage}
          busy={busy}
          problem={problem}
          onRead={(choices) => void actions.readColumns(stage.draft, choices)}
          onBack={actions.restart}
          onNext={(choices) => void actions.change(stage.draft, choices)}
        />
      )}
      {stage.at === 'preview' && (
        <PreviewStep
          key={stage.preview.digest}
          {...stage}
          outdated={stage.outdated ?? false}
          busy={busy}
          problem={problem}
          onOptions={(options) => void actions.change(stage.draft, { options })}
          onEdit={(edits) => void actions.change(stage.draft, { edits })}
          onBack={actions.back}
          onRun={() => void actions.runImport(stage.draft, stage.preview)}
        />
      )}
      {stage.at === 'running' && <RunStep progress={stage.progress} onStop={actions.stop} />}
      {stage.at === 'ended' && (
        <ResultStep
          outcome={stage.outcome}
          preview={stage.preview}
          onAgain={() => void actions.previewAgain(stage.draft)}
          onAnother={restart}
        />
      )}
      {stage.at === 'source' && <SourcesList />}
      {stage.at === 'source' && <EarlierImports onAgain={again} />}
    </>
  )
}
