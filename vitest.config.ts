import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './test/support/reporter.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // What a page shows after an action may take a moment on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    maxWorkers: 2,
    // Files share a process: loading the service anew for each took a third of the processor's time.
    isolate: false,
    reporters: ['default', new SummaryReporter()],
  },
})
