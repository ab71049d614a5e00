import { expect, test } from 'vitest'
import { resultsOfPlaywright } from './playwright-results.mjs'

function spec(title: string, status: string, message?: string) {
  return {
    title,
    ok: status !== 'unexpected',
    tests: [{ status, results: [message ? { error: { message } } : {}] }],
  }
}

test("Playwright's report is counted, with each failed or flaky test as its file and error", () => {
  const report = {
    stats: { expected: 2, flaky: 1, unexpected: 1 },
    errors: [{ message: 'No port' }],
    suites: [
      {
        title: 'rooms.journey.ts',
        file: 'rooms.journey.ts',
        specs: [spec('opens', 'expected'), spec('fails', 'unexpected', 'Timeout')],
        suites: [{ title: 'on a phone', specs: [spec('wavers', 'flaky', 'Not visible')] }],
      },
    ],
  }
  expect(resultsOfPlaywright(report)).toEqual({
    passed: 3,
    failed: 2,
    failures: [
      '✗ Playwright › error outside of the tests\n    No port',
      '✗ rooms.journey.ts › fails\n    Timeout',
      '✗ rooms.journey.ts › wavers (flaky: passed on a retry)\n    Not visible',
    ],
  })
})
