import type { TestProject } from 'vitest/node'
import { bringChromium } from './chromium.ts'
import { migrateTemplates, type Templates } from './databases.ts'
import { runningPostgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    templates: Templates
  }
}

/**
 * One PostgreSQL for the whole run, in which each test makes its own database, and a browser. `FASTI_TEST_DATABASE_URL`:
 * that of a user who may create databases on a PostgreSQL that is there.
 */
export default async function setup(project: TestProject) {
  bringChromium()
  const outside = process.env.FASTI_TEST_DATABASE_URL
  const postgres = outside ? runningPostgres(outside) : await startPostgres()
  project.provide('postgresUrl', postgres.url())
  const { templates, remove } = await migrateTemplates(postgres)
  project.provide('templates', templates)
  return async () => {
    await remove()
    await postgres.stop()
  }
}
