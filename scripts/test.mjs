/**
 * What `npm test` runs: every suite, on a machine with only Node and npm. Installs the packages and, as root on Debian, Chromium and
 * tesseract if missing. Ends with every failed or flaky test of all suites and the time of each suite; the last line says `N passed, N
 * failed`. The exit code is 1 if anything failed, or nothing ran.
 * ⏎ `npm test -- --changed` runs what this branch may have broken: the tests in Node and in the browser that import a changed file, and
 * changed journeys. Then it is not a failure if nothing ran.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { baseCommit, changedFiles } from './check/changed-files.mjs'
import { bin } from './start/bin.mjs'
import { buildWebWhenNeeded } from './start/build-web.mjs'
import { findNode } from './start/find-node.mjs'
import { installWhenNeeded } from './start/install.mjs'
import { root } from './start/paths.mjs'
import { ensurePrograms } from './test/ensure-programs.mjs'
import { resultsOfPlaywright } from './test/playwright-results.mjs'
import { resultsVariable } from './test/vitest-reporter.mjs'
import { runInTerminal } from './start/run-in-terminal.mjs'

await installWhenNeeded()
await ensurePrograms()
const node = findNode()
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-results-'))
const nodeTestsConfig = path.join(root, 'vitest.config.ts')
const browserTestsConfig = path.join(root, 'apps/web/vitest.config.ts')
const journeysConfig = path.join(root, 'playwright.config.ts')
const isPartial = process.argv.includes('--changed')
const journeys = isPartial ? changedFiles().filter((file) => file.endsWith('.journey.ts')) : []

const suites = [
  { name: 'node', run: vitest(nodeTestsConfig, root), read: asWritten },
  { name: 'browser', run: vitest(browserTestsConfig, path.dirname(browserTestsConfig)), read: asWritten },
  { name: 'journeys', run: playwright, read: resultsOfPlaywright },
]

const total = { passed: 0, failed: 0 }
/** @type {string[]} */
const summary = []
for (const suite of suites.filter(({ name }) => !isPartial || name !== 'journeys' || journeys.length > 0)) {
  console.log(`\n── ${suite.name}`)
  const results = path.join(folder, `${suite.name}.json`)
  const startedAt = performance.now()
  const exitCode = await suite.run(results)
  const { passed, failed, failures } = existsSync(results)
    ? suite.read(JSON.parse(readFileSync(results, 'utf8')))
    : { passed: 0, failed: 0, failures: ['    The suite wrote no report.'] }
  total.passed += passed
  // A suite that ends badly without a failed test has failed itself, as by a browser that does not start.
  const hasFailedItself = exitCode !== 0 || (passed === 0 && !isPartial)
  total.failed += failed === 0 && hasFailedItself ? 1 : failed
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  summary.push(
    `${suite.name}: ${passed} passed, ${failed} failed, exit code ${exitCode}, ${minutes} min`,
    ...failures,
  )
}
rmSync(folder, { recursive: true })
console.log(`\n${summary.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && (total.passed > 0 || isPartial) ? 0 : 1

/**
 * @param {import('./test/failure.mjs').Results} results
 */
function asWritten(results) {
  return results
}

/**
 * @param {string} config
 * @param {string} cwd
 * @returns {(results: string) => Promise<number>}
 */
function vitest(config, cwd) {
  return (results) =>
    runInTerminal(
      node,
      [
        bin('vitest'),
        'run',
        // A test that fails once and then passes does not end the run; the summary names it as flaky.
        '--retry=1',
        ...(isPartial ? [`--changed=${baseCommit()}`, '--passWithNoTests'] : []),
        '--config',
        config,
        '--reporter=default',
        `--reporter=${path.join(root, 'scripts/test/vitest-reporter.mjs')}`,
      ],
      { cwd, env: { [resultsVariable]: results } },
    )
}

/** @param {string} results */
async function playwright(results) {
  await buildWebWhenNeeded(node)
  return runInTerminal(
    node,
    [bin('playwright'), 'test', '--config', journeysConfig, '--reporter=list,json', ...journeys],
    {
      cwd: root,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: results },
    },
  )
}
