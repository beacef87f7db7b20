export { CannotBegin, runConformance, SECTION_NAMES } from './run.ts'
export type { Options, Result } from './trial.ts'
