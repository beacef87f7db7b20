import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Ends a run with the tests that were skipped, each with its reason, and one plain line of counts. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    // A file that does not load and a failing beforeAll have no failed test of their own.
    const failedSuites = suites.filter((suite) => suite.errors().length > 0).length
    const passed = tests.filter((test) => test.result().state === 'passed').length
    const failed = tests.filter((test) => test.result().state === 'failed').length
    const skipped = tests.filter((test) => ['skipped', 'pending'].includes(test.result().state))
    for (const test of skipped)
      console.log(`skipped: ${test.module.relativeModuleId} > ${test.fullName} (${reason(test)})`)
    console.log(
      `${passed} passed, ${failed + failedSuites + unhandledErrors.length} failed, ${skipped.length} skipped`,
    )
  }
}

function reason(test: TestCase) {
  const result = test.result()
  if (result.state === 'pending') return 'the run ended before it'
  if (result.state === 'skipped' && result.note) return result.note
  if (test.options.mode === 'todo') return 'not written yet'
  return 'no reason given'
}
