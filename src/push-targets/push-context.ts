import type { AppContext } from '../context.ts'
import type { PushPace } from './pace.ts'

/** The parts of the context that turns use. */
export interface PushContext extends Pick<
  AppContext,
  | 'db'
  | 'database'
  | 'feeds'
  | 'feedReads'
  | 'links'
  | 'publicCalendars'
  | 'providers'
  | 'config'
  | 'now'
  | 'log'
  | 'mailer'
> {
  pace: PushPace
  /** The first wait after a failure, in milliseconds. */
  backOffMs: number
  stopping: AbortSignal
}
