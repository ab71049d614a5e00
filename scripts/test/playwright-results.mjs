import { describeFailure, flaky } from './failure.mjs'

/** @typedef {{ title: string, file?: string, specs?: { title: string, ok: boolean, tests: { status: string, results: { error?: { message?: string } }[] }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite */

/**
 * Out of Playwright's JSON report. A test that only passed when it was tried again has passed; an error outside of the tests counts as
 * a failed one.
 * @param {{ stats: { expected: number, flaky: number, unexpected: number }, suites?: PlaywrightSuite[], errors?: { message?: string }[] }} report
 * @returns {import('./failure.mjs').Results}
 */
export function resultsOfPlaywright({ stats, suites = [], errors = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...errors.map(({ message }) => describeFailure('Playwright', 'error outside of the tests', message)),
      ...suites.flatMap((suite) => failuresOfSuite(suite, suite.file ?? suite.title)),
    ],
  }
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} file
 * @returns {string[]}
 */
function failuresOfSuite({ specs = [], suites = [] }, file) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) =>
        describeFailure(
          file,
          status === 'flaky' ? flaky(title) : title,
          results.find(({ error }) => error)?.error?.message,
        ),
      ),
  )
  return [...own, ...suites.flatMap((suite) => failuresOfSuite(suite, suite.file ?? file))]
}
