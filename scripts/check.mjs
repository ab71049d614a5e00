/**
 * Checks the code without running the product. `npm run check` takes seconds: format, types and sizes of folders, and lint,
 * imports and names of the files that this branch changed. `npm run check:all` (`--all`) checks everything: lint, the direction of
 * all imports and their circles, names, dead code, paths and links in comments and documents, and SQL and the types of tables against a
 * migrated database. The checks run at once; the output is what is wrong and the time of each check,
 * and the exit code is 1 when anything is wrong.
 */
import { changedFiles } from './check/changed-files.mjs'
import { run } from './start/run.mjs'
import { bin } from './start/bin.mjs'

/** @typedef {[name: string, program: [string, ...string[]]]} Check */

/** @type {Check[]} */
const always = [
  [
    'format',
    [
      bin('oxfmt'),
      '--check',
      'apps',
      'packages',
      'scripts',
      'tests',
      'bench',
      'vitest.config.ts',
      'playwright.config.ts',
    ],
  ],
  [
    'types',
    [
      bin('tsc'),
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.tsbuildinfo',
      '-p',
      'tsconfig.json',
    ],
  ],
  ['folders', ['scripts/check/folders.mjs']],
  ['phrases', [bin('vitest'), 'run', '--project', 'phrases', '--reporter', 'dot']],
]

const lint = [bin('oxlint'), '--type-aware', '--quiet']
const imports = [bin('depcruise'), '--config', '.dependency-cruiser.cjs', '--output-type', 'err']

/** @returns {Check[]} */
const everything = () => [
  ['lint', program(lint)],
  ['imports', program(imports, ['apps', 'packages'])],
  ['names', ['scripts/check/names.mjs']],
  ['paths and links', ['scripts/check/references.mjs']],
  ['dead code', [bin('knip'), '--no-progress']],
  ['SQL', ['scripts/check/sql.mjs']],
]

/** @returns {Check[]} */
function changed() {
  const code = changedFiles().filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.gen.ts'))
  if (code.length === 0) return []
  const product = code.filter((file) => /^(apps|packages)\//.test(file))
  return [
    ['lint of changed files', program(lint, code)],
    // One step of imports shows every wrong direction; circles take the whole graph.
    ...(product.length > 0
      ? [
          /** @type {Check} */ ([
            'imports of changed files',
            program(imports, ['--max-depth', '1', ...product]),
          ]),
        ]
      : []),
    ['names', ['scripts/check/names.mjs', ...code]],
  ]
}

/**
 * @param {string[]} command
 * @param {string[]} [more]
 */
const program = (command, more = []) => /** @type {[string, ...string[]]} */ ([...command, ...more])

const checks = [...always, ...(process.argv.includes('--all') ? everything() : changed())]
const results = await Promise.all(
  checks.map(async ([name, [file, ...args]]) => {
    const startedMs = performance.now()
    const error = await run(process.execPath, [file, ...args]).then(
      () => undefined,
      (reason) => reason,
    )
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    if (error !== undefined) console.log(`\n── ${name}\n${error.message.split('\n').slice(1).join('\n')}`)
    return { name, seconds, isRight: error === undefined }
  }),
)

console.log(
  `\n${results.map(({ name, seconds, isRight }) => `${isRight ? '✓' : '✗'} ${name} ${seconds} s`).join('   ')}`,
)
process.exitCode = results.every(({ isRight }) => isRight) ? 0 : 1
