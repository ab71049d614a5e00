/**
 * What `npm run check` runs, all at once: format, types, lint, who may know whom, dead code, complete phrases. Prints what is
 * wrong and nothing else; the exit code is 1 when anything is.
 */
import { run } from './start/run.mjs'
import { bin } from './start/bin.mjs'

/** @type {[name: string, program: [string, ...string[]]][]} */
const checks = [
  ['format', [bin('oxfmt'), '--check', 'apps', 'packages', 'scripts', 'tests', 'bench', 'vitest.config.ts']],
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
  ['lint', [bin('oxlint'), '--type-aware', '--quiet']],
  [
    'imports',
    [bin('depcruise'), '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'apps', 'packages'],
  ],
  ['dead code', [bin('knip'), '--no-progress']],
  ['phrases', [bin('vitest'), 'run', '--project', 'phrases', '--reporter', 'dot']],
]

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
