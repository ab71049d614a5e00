/**
 * What `npm test` runs: every suite, on a machine with only Node and npm. Installs the packages and, as root on Debian, Chromium and
 * tesseract if missing. Tests in Node often wait for processes and leases: those in the browser run beside them, and their output follows.
 * Ends with every failed or flaky test of all suites and the time of each suite; the last line says `N passed, N failed`. The exit code is 1
 * if anything failed, or nothing ran.
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
import {
  countPlaywright,
  countVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  nothingRan,
} from './test/count.mjs'
import { ensurePrograms } from './test/ensure-programs.mjs'
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

/** @typedef {{ name: string, run: (results: string, outputFile?: string) => Promise<number>, count: (report: any) => import('./test/count.mjs').Count, failures: (report: any) => string[] }} Suite */

/** @type {Suite[][]} Those of one row run at the same time. */
const suites = [
  [
    {
      name: 'node',
      run: vitest(nodeTestsConfig, root),
      count: countVitest,
      failures: failuresOfVitest,
    },
    {
      name: 'browser',
      run: vitest(browserTestsConfig, path.dirname(browserTestsConfig)),
      count: countVitest,
      failures: failuresOfVitest,
    },
  ],
  [
    {
      name: 'journeys',
      run: playwright,
      count: countPlaywright,
      failures: failuresOfPlaywright,
    },
  ],
]

const total = { passed: 0, failed: 0 }
/** @type {string[]} */
const summary = []
for (const row of suites) {
  const wanted = row.filter(({ name }) => !isPartial || name !== 'journeys' || journeys.length > 0)
  const ended = await Promise.all(
    wanted.map((suite, place) =>
      runSuite(suite, place === 0 ? undefined : path.join(folder, `${suite.name}.txt`)),
    ),
  )
  for (const { name, outputFile, counted, lines } of ended) {
    if (outputFile !== undefined) console.log(`\n── ${name}\n${readFileSync(outputFile, 'utf8')}`)
    total.passed += counted.passed
    total.failed += counted.failed
    summary.push(...lines)
  }
}
rmSync(folder, { recursive: true })
console.log(`\n${summary.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && (total.passed > 0 || isPartial) ? 0 : 1

/**
 * @param {Suite} suite
 * @param {string} [outputFile]
 */
async function runSuite({ name, run, count, failures }, outputFile) {
  console.log(`\n── ${name}${outputFile === undefined ? '' : ' (its output follows)'}`)
  const results = path.join(folder, `${name}.json`)
  const startedAt = performance.now()
  const exitCode = await run(results, outputFile)
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  const report = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : undefined
  const { passed, failed } = report ? count(report) : nothingRan
  // A suite that ends badly without a failed test has failed itself: a file that does not load, a browser that does not start.
  const hasFailedItself = exitCode !== 0 || (passed === 0 && !isPartial)
  return {
    name,
    outputFile,
    counted: { passed, failed: failed === 0 && hasFailedItself ? 1 : failed },
    lines: [
      `${name}: ${passed} passed, ${failed} failed, exit code ${exitCode}, ${minutes} min`,
      ...(report ? failures(report) : ['    The suite wrote no report.']),
    ],
  }
}

/**
 * @param {string} config
 * @param {string} cwd
 * @returns {(results: string, outputFile?: string) => Promise<number>}
 */
function vitest(config, cwd) {
  return (results, outputFile) =>
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
        '--reporter=json',
        `--outputFile.json=${results}`,
      ],
      { cwd, outputFile },
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
