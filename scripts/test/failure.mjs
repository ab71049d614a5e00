import { stripVTControlCharacters } from 'node:util'

/**
 * The results of a suite: how many tests passed and failed, and each failed or flaky one as its file, title and first error message.
 * @typedef {{ passed: number, failed: number, failures: string[] }} Results
 */

/** The number of lines of an error message that a summary repeats. */
const maxMessageLines = 12

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [message]
 */
export function describeFailure(file, title, message = '') {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, maxMessageLines)
  return [`✗ ${file} › ${title}`, ...lines.map((line) => `    ${line}`)].join('\n')
}

/** @param {string} title */
export const flaky = (title) => `${title} (flaky: passed on a retry)`
