import type { TestProject } from 'vitest/node'
import { bringChromium } from './chromium.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL for the whole run, in which each test makes its own database, and a browser. */
export default async function setup(project: TestProject) {
  bringChromium()
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url())
  return () => postgres.stop()
}
