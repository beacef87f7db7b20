import type { TestProject } from 'vitest/node'
import { bringChromium } from './chromium.ts'
import { migrateTemplates, type Templates } from './databases.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    templates: Templates
  }
}

/** One PostgreSQL for the whole run, in which each test makes its own database, and a browser. */
export default async function setup(project: TestProject) {
  bringChromium()
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url())
  const { templates, remove } = await migrateTemplates(postgres)
  project.provide('templates', templates)
  return async () => {
    await postgres.stop()
    await remove()
  }
}
