import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number }} Count */

/** @typedef {{ name: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[], status: string, message?: string }} VitestFile */
/** @typedef {{ title: string, file?: string, specs?: { title: string, ok: boolean, tests: { status: string, results: { error?: { message?: string } }[] }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite */

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

/**
 * The failed tests of vitest's JSON report and those that passed on a retry, each as its file, title and first error message.
 * A passed test keeps the errors of the attempts before.
 * @param {{ testResults: VitestFile[] }} report
 * @returns {string[]}
 */
export function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status === 'failed' && assertionResults.length === 0)
      return [describe(name, 'could not be loaded', message)]
    return assertionResults
      .filter(({ status: ofTest, failureMessages = [] }) => ofTest === 'failed' || failureMessages.length > 0)
      .map(({ status: ofTest, fullName, failureMessages }) =>
        describe(name, ofTest === 'failed' ? fullName : flaky(fullName), failureMessages?.[0]),
      )
  })
}

/**
 * The failed and flaky tests of Playwright's JSON report, each as its file, title and error message.
 * @param {{ suites?: PlaywrightSuite[], errors?: { message?: string }[] }} report
 * @returns {string[]}
 */
export function failuresOfPlaywright({ suites = [], errors = [] }) {
  return [
    ...errors.map(({ message }) => describe('Playwright', 'error outside of the tests', message)),
    ...suites.flatMap((suite) => failuresOfSuite(suite, suite.file ?? suite.title)),
  ]
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
        describe(
          file,
          status === 'flaky' ? flaky(title) : title,
          results.find(({ error }) => error)?.error?.message,
        ),
      ),
  )
  return [...own, ...suites.flatMap((suite) => failuresOfSuite(suite, suite.file ?? file))]
}

/** @param {string} title */
const flaky = (title) => `${title} (flaky: passed on a retry)`

/** The number of lines of an error message that a summary repeats. */
const maxMessageLines = 12

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [message]
 */
function describe(file, title, message = '') {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, maxMessageLines)
  return [`✗ ${file} › ${title}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
