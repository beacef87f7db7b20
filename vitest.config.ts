import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './test/support/reporter.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // For a busy machine: nothing here waits so long by itself.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Another attempt tells a fault from bad luck on a busy machine. The report names each test that needed it.
    retry: 2,
    // What a page shows after an action may take a moment on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    maxWorkers: 3,
    // Files share a process: loading the service anew for each took a third of the processor's time.
    isolate: false,
    reporters: ['default', new SummaryReporter()],
  },
})
