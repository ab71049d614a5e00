/** @typedef {{ passed: number, failed: number }} Count */

/** @type {Count} */
export const nothingRan = { passed: 0, failed: 0 }

/**
 * Out of vitest's JSON report. A file that could not be loaded has no tests, and counts as one that failed.
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {Count}
 */
export function countVitest({ numPassedTests, numFailedTests, testResults }) {
  const notLoaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + notLoaded.length }
}

/**
 * Out of Playwright's JSON report. A test that only passed when it was tried again has passed.
 * @param {{ stats: { expected: number, flaky: number, unexpected: number }, errors?: unknown[] }} report
 * @returns {Count}
 */
export function countPlaywright({ stats, errors = [] }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}
