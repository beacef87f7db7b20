import { useRef, useState } from 'react'
import { readAgain } from '../kit/data.ts'
import { type Draft, needsColumns, newPreviewOf, OPTIONS, type Preview, preview, run } from './draft.ts'
import type { Ended, Progressed } from './run-step.tsx'
import type { Chosen } from './source-step.tsx'

export type Stage =
  | { at: 'source' }
  | { at: 'columns' | 'preview'; draft: Draft; preview: Preview; outdated?: boolean }
  | { at: 'running'; draft: Draft; preview: Preview; progress: Progressed }
  | { at: 'ended'; draft: Draft; preview: Preview; ended: Ended }

type Told = Pick<Draft, 'mapping' | 'options'>

/** The way of an import from its source to its end, and what happens between. */
export function useImport() {
  const [stage, setStage] = useState<Stage>({ at: 'source' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const stopping = useRef<AbortController>(undefined)

  async function look(draft: Draft, next: (read: Preview) => 'columns' | 'preview'): Promise<void> {
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

  async function carryOut(draft: Draft, shown: Preview): Promise<void> {
    const { added, changed, removed } = shown.counts
    let progress: Progressed = { done: 0, total: added + changed + removed }
    const show = () => setStage({ at: 'running', draft, preview: shown, progress })
    const end = (ended: Ended) => setStage({ at: 'ended', draft, preview: shown, ended })
    const stop = new AbortController()
    stopping.current = stop
    show()
    const onProgress = (done: number, total: number) => {
      progress = { done, total }
      show()
    }
    try {
      end({ kind: 'done', result: await run(draft, shown.digest, onProgress, stop.signal) })
    } catch (error) {
      const changedMeanwhile = newPreviewOf(error)
      if (changedMeanwhile) setStage({ at: 'preview', draft, preview: changedMeanwhile, outdated: true })
      else if (stop.signal.aborted) end({ kind: 'stopped', progress })
      else if (progress.done > 0) end({ kind: 'broken', progress, error })
      else {
        setProblem(error)
        setStage({ at: 'preview', draft, preview: shown })
      }
    }
    void readAgain('/imports', '/events', '/calendars', '/overview')
  }

  return {
    stage,
    busy,
    problem,
    /** Reads a source. Of a table the columns are shown first, but for one that was read before and can be. */
    begin: (chosen: Chosen, told?: Told) => {
      const draft = { mapping: {}, ...told, ...chosen, options: { ...OPTIONS, ...told?.options } }
      return look(draft, (read) => (read.table && (!told || needsColumns(read)) ? 'columns' : 'preview'))
    },
    change: (draft: Draft, told: Partial<Told>) =>
      look({ ...draft, ...told }, (read) =>
        told.mapping && needsColumns(read) && read.table?.dateOrder === 'unknown' ? 'columns' : 'preview',
      ),
    carryOut,
    /** Looks anew, and lets somebody agree once more. */
    lookAgain: (draft: Draft) => look(draft, () => 'preview'),
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
