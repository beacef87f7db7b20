import { useRef, useState } from 'react'
import { readAgain } from '../kit/data.ts'
import { done as told, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import {
  type Draft,
  type ImportChoices,
  keepReading,
  needsColumns,
  newPreviewOf,
  OPTIONS,
  type Preview,
  preview,
  run,
} from './draft.ts'
import type { Outcome, RunProgress } from './run-step.tsx'
import type { SourceChoice } from './source-step.tsx'

export type Stage =
  | { at: 'source' }
  | { at: 'columns' | 'preview'; draft: Draft; preview: Preview; outdated?: boolean }
  | { at: 'running'; draft: Draft; preview: Preview; progress: RunProgress }
  | { at: 'ended'; draft: Draft; preview: Preview; outcome: Outcome }

/** The import is done, whatever comes of this. */
async function beginReading(draft: Draft, shown: Preview): Promise<void> {
  try {
    await keepReading(draft, shown)
    told(words.imports.willRead)
  } catch (error) {
    failed(error)
  }
}

/** The state of an import from its source to its outcome, and the steps between. */
export function useImport() {
  const [stage, setStage] = useState<Stage>({ at: 'source' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const stopping = useRef<AbortController>(undefined)

  async function readPreview(draft: Draft, next: (read: Preview) => 'columns' | 'preview'): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      const read = await preview(draft)
      setStage({ at: next(read), draft, preview: read })
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }

  async function runImport(draft: Draft, shown: Preview): Promise<void> {
    const { added, changed, joined, removed } = shown.counts
    let progress: RunProgress = { done: 0, total: added + changed + joined + removed }
    const show = () => setStage({ at: 'running', draft, preview: shown, progress })
    const end = (outcome: Outcome) => setStage({ at: 'ended', draft, preview: shown, outcome })
    const stop = new AbortController()
    stopping.current = stop
    show()
    const onProgress = (done: number, total: number) => {
      progress = { done, total }
      show()
    }
    try {
      end({ kind: 'done', result: await run(draft, shown.digest, onProgress, stop.signal) })
      if (draft.every !== undefined) await beginReading(draft, shown)
    } catch (error) {
      const newPreview = newPreviewOf(error)
      if (newPreview) setStage({ at: 'preview', draft, preview: newPreview, outdated: true })
      else if (stop.signal.aborted) end({ kind: 'stopped', progress })
      else if (progress.done > 0) end({ kind: 'broken', progress, error })
      else {
        setProblem(error)
        setStage({ at: 'preview', draft, preview: shown })
      }
    }
    void readAgain('/sources', '/imports', '/events', '/calendars', '/overview')
  }

  return {
    stage,
    busy,
    problem,
    /**
     * Reads a source. For a table the columns step comes first, unless an earlier import has matched them.
     */
    begin: (chosen: SourceChoice, choices?: ImportChoices) => {
      const draft = {
        mapping: {},
        edits: [],
        ...choices,
        ...chosen,
        options: { ...OPTIONS, ...choices?.options },
      }
      return readPreview(draft, (read) =>
        read.table && (!choices || needsColumns(read)) ? 'columns' : 'preview',
      )
    },
    change: (draft: Draft, choices: Partial<ImportChoices & Pick<Draft, 'edits'>>) =>
      readPreview({ ...draft, ...choices }, (read) =>
        choices.mapping && needsColumns(read) && read.table?.dateOrder === 'unknown' ? 'columns' : 'preview',
      ),
    /** Reads the columns again. */
    readColumns: (draft: Draft, choices: Partial<ImportChoices>) =>
      readPreview({ ...draft, ...choices }, () => 'columns'),
    runImport,
    /** Reads the preview again, to be confirmed again. */
    previewAgain: (draft: Draft) => readPreview(draft, () => 'preview'),
    stop: () => stopping.current?.abort(),
    back: () => {
      setProblem(undefined)
      setStage((now) => {
        const hasColumns = now.at === 'preview' && now.preview.table
        return hasColumns ? { ...now, at: 'columns' } : { at: 'source' }
      })
    },
    restart: () => {
      setProblem(undefined)
      setStage({ at: 'source' })
    },
  }
}
