import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeFailure, flaky } from './failure.mjs'

/** The environment variable with the path of the file that receives the results. */
export const resultsVariable = 'TEST_RESULTS_FILE'

/**
 * A reporter of vitest that writes the results as JSON. Its own JSON report lacks errors of hooks in a `describe` and errors outside of
 * any test, with which a run fails although no test did: each counts as a failed test here.
 */
export default class VitestReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env[resultsVariable]
    if (file === undefined) throw new Error(`${resultsVariable} is not set.`)
    writeFileSync(file, JSON.stringify(resultsOf(modules, unhandledErrors)))
  }
}

/**
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {readonly import('vitest').SerializedError[]} unhandledErrors
 * @returns {import('./failure.mjs').Results}
 */
function resultsOf(modules, unhandledErrors) {
  const tests = modules.flatMap(({ children }) => [...children.allTests()])
  const failedTests = tests.filter((test) => test.result().state === 'failed')
  const outside = [
    ...modules.flatMap((module) => [module, ...module.children.allSuites()]).flatMap(errorsOutsideTests),
    ...unhandledErrors.map(({ message }) => describeFailure('vitest', 'error outside of the tests', message)),
  ]
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: failedTests.length + outside.length,
    failures: [
      ...outside,
      ...failedTests.map((test) => describeTest(test, test.fullName)),
      ...tests
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => describeTest(test, flaky(test.fullName))),
    ],
  }
}

/**
 * A file that could not be loaded, or a hook that failed before or after all tests.
 * @param {import('vitest/node').TestModule | import('vitest/node').TestSuite} suite
 */
function errorsOutsideTests(suite) {
  const [error] = suite.errors()
  if (error === undefined) return []
  const module = suite.type === 'module' ? suite : suite.module
  const title = suite.type === 'module' ? 'loading the file, or a hook' : `${suite.fullName}: a hook`
  return [describeFailure(fileOf(module), title, error.message)]
}

/**
 * @param {import('vitest/node').TestCase} test
 * @param {string} title
 */
const describeTest = (test, title) =>
  describeFailure(fileOf(test.module), title, test.result().errors?.[0]?.message)

/** @param {import('vitest/node').TestModule} module */
const fileOf = ({ moduleId }) => path.relative(process.cwd(), moduleId)
