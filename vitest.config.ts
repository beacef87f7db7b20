import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './test/support/reporter.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Tests wait for others more than they compute: three keep two cores busy.
    maxWorkers: 3,
    reporters: ['default', new SummaryReporter()],
  },
})
