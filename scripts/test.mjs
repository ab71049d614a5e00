/**
 * What `npm test` runs: every suite, on a machine with nothing but Node and npm. Installs the packages and, as root on Debian,
 * Chromium and tesseract, where they are missing. The last line says `N passed, N failed` for all suites together; the exit code is 1 when
 * anything failed, or nothing ran.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bin } from './start/bin.mjs'
import { buildWebWhenNeeded } from './start/build-web.mjs'
import { findNode } from './start/find-node.mjs'
import { installWhenNeeded } from './start/install.mjs'
import { root } from './start/paths.mjs'
import { countPlaywright, countVitest, nothingRan } from './test/count.mjs'
import { ensurePrograms } from './test/ensure-programs.mjs'
import { runInTerminal } from './start/run-in-terminal.mjs'

await installWhenNeeded()
await ensurePrograms()
const node = findNode()
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-results-'))
const nodeTestsConfig = path.join(root, 'vitest.config.ts')
const browserTestsConfig = path.join(root, 'apps/web/vitest.config.ts')
const journeysConfig = path.join(root, 'playwright.config.ts')

const suites = [
  { name: 'node', config: nodeTestsConfig, run: vitest(nodeTestsConfig, root), count: countVitest },
  {
    name: 'browser',
    config: browserTestsConfig,
    run: vitest(browserTestsConfig, path.dirname(browserTestsConfig)),
    count: countVitest,
  },
  { name: 'journeys', config: journeysConfig, run: playwright, count: countPlaywright },
]

const total = { passed: 0, failed: 0 }
for (const suite of suites.filter(({ config }) => existsSync(config))) {
  console.log(`\n── ${suite.name}`)
  const results = path.join(folder, `${suite.name}.json`)
  const exitCode = await suite.run(results)
  const counted = existsSync(results) ? suite.count(JSON.parse(readFileSync(results, 'utf8'))) : nothingRan
  total.passed += counted.passed
  // A suite that ends badly without a failed test has failed itself: a file that does not load, a browser that does not start.
  total.failed += counted.failed === 0 && (exitCode !== 0 || counted.passed === 0) ? 1 : counted.failed
}
rmSync(folder, { recursive: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

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
        '--config',
        config,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${results}`,
      ],
      { cwd },
    )
}

/** @param {string} results */
async function playwright(results) {
  await buildWebWhenNeeded(node)
  return runInTerminal(
    node,
    [bin('playwright'), 'test', '--config', journeysConfig, '--reporter=list,json'],
    {
      cwd: root,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: results },
    },
  )
}
