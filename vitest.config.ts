import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './test/support/reporter.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/fail-for-faults.ts',
    // For a busy machine: nothing here waits so long by itself.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A test that passes at a second attempt is a fault of the test or of the product.
    retry: 0,
    // A busy machine may take a moment to show the result of an action on a page.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    maxWorkers: 3,
    // Files share a process: loading the service anew for each took a third of the processor's time.
    isolate: false,
    reporters: ['default', new SummaryReporter()],
  },
})
