import { expect, test } from 'vitest'
import { countPlaywright, countVitest, failuresOfPlaywright, failuresOfVitest } from './count.mjs'

const vitestReport = {
  numPassedTests: 4,
  numFailedTests: 1,
  testResults: [
    { name: 'a.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    {
      name: 'b.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'works', failureMessages: [] },
        { status: 'passed', fullName: 'wavers', failureMessages: ['Too slow', 'Too late'] },
        {
          status: 'failed',
          fullName: 'breaks',
          failureMessages: ['\u001B[31mexpected 1\u001B[39m\n  to be 2'],
        },
      ],
    },
  ],
}

const playwrightReport = {
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

function spec(title: string, status: string, message?: string) {
  return {
    title,
    ok: status !== 'unexpected',
    tests: [{ status, results: [message ? { error: { message } } : {}] }],
  }
}

test('both kinds of report are counted, with what could not be loaded', () => {
  expect(countVitest(vitestReport)).toEqual({ passed: 4, failed: 2 })
  expect(countPlaywright(playwrightReport)).toEqual({ passed: 3, failed: 2 })
})

test('the summary names each failed or flaky test with its file and error', () => {
  expect(failuresOfVitest(vitestReport)).toEqual([
    '✗ a.test.ts › could not be loaded\n    Cannot find module',
    '✗ b.test.ts › wavers (flaky: passed on a retry)\n    Too slow',
    '✗ b.test.ts › breaks\n    expected 1\n      to be 2',
  ])
  expect(failuresOfPlaywright(playwrightReport)).toEqual([
    '✗ Playwright › error outside of the tests\n    No port',
    '✗ rooms.journey.ts › fails\n    Timeout',
    '✗ rooms.journey.ts › wavers (flaky: passed on a retry)\n    Not visible',
  ])
})
