import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bin } from '../start/bin.mjs'
import { root } from '../start/paths.mjs'
import { resultsVariable } from './vitest-reporter.mjs'

const files = {
  'vitest.config.mjs': 'export default { test: { exclude: [] } }',
  'tests.test.js': `
    import { expect, test } from 'vitest'
    let runs = 0
    test('passes', () => {})
    test('wavers', () => { if (runs++ === 0) throw new Error('Too slow') })
    test('fails', () => { throw new Error('Always') })`,
  'hook.test.js': `
    import { beforeAll, test } from 'vitest'
    beforeAll(() => { throw new Error('listen EADDRINUSE') })
    test('is not run', () => {})`,
  'inner-hook.test.js': `
    import { beforeAll, describe, test } from 'vitest'
    describe('a part', () => {
      beforeAll(() => { throw new Error('No database') })
      test('is not run', () => {})
    })`,
  'not-loaded.test.js': `import './missing.js'`,
  'unhandled.test.js': `
    import { test } from 'vitest'
    test('passes as well', async () => {
      void Promise.reject(new Error('Nobody waits for this'))
      await new Promise((resolve) => setTimeout(resolve))
    })`,
}

test('the results name what fails a run: tests, files that are not loaded, hooks, and errors outside of the tests', () => {
  // Inside the project, so that the tests find its packages.
  const folder = mkdtempSync(path.join(root, 'node_modules/.cache/reporter-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    const results = path.join(folder, 'results.json')
    const { status } = spawnSync(
      process.execPath,
      [
        bin('vitest'),
        'run',
        '--retry=1',
        `--reporter=${path.join(import.meta.dirname, 'vitest-reporter.mjs')}`,
      ],
      { cwd: folder, env: { ...process.env, [resultsVariable]: results }, encoding: 'utf8' },
    )
    expect(status).toBe(1)
    const { passed, failed, failures } = JSON.parse(readFileSync(results, 'utf8'))
    expect({ passed, failed }).toEqual({ passed: 3, failed: 5 })
    expect(failures.toSorted()).toEqual([
      '✗ hook.test.js › loading the file, or a hook\n    listen EADDRINUSE',
      '✗ inner-hook.test.js › a part: a hook\n    No database',
      expect.stringMatching(/^✗ not-loaded\.test\.js › loading the file, or a hook\n    .*missing\.js/),
      '✗ tests.test.js › fails\n    Always',
      '✗ tests.test.js › wavers (flaky: passed on a retry)\n    Too slow',
      '✗ vitest › error outside of the tests\n    Nobody waits for this',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
