import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '@atrium/testkit/test-postgres.ts'
import { root } from '../../scripts/start/paths.mjs'
import { seededRandom } from '../campaign/random.ts'
import { productFiles, testsFor } from './choose-tests.ts'
import { lineAt, reasonToIgnore } from './equivalents.ts'
import { applyMutant, type Mutant } from './mutant.ts'
import { mutantsOf } from './mutants-of.ts'
import { type RunOutcome, runTests, stopRunning } from './run-tests.ts'

const help = `npm run mutate -- <noun> [options]

Makes small mistakes in the product files of a server noun, one at a time, and runs the tests that could notice. Prints each mistake
that no test notices, and how many were noticed. The same seed picks the same mistakes. Exit code 1 when any survives.

  --count N     how many mistakes [15]
  --seed S      which ones [1]
  --files GLOB  only files of the noun that match, like 'access.ts' or '*invite*.ts' [**]
  --rules TEXT  only rules whose name contains this, like 'sql'
  --tests GLOB  only the noun's tests that match, like 'settle*'
  --neighbors N how many test files of other nouns run when the noun's own notice nothing [3]
  --list        print the mistakes and run nothing
`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '**' },
    rules: { type: 'string', default: '' },
    tests: { type: 'string', default: '**' },
    neighbors: { type: 'string', default: '3' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
type Sample = { file: string; text: string; mutant: Mutant }

const noun = positionals[0]
if (values.help || noun === undefined) console.log(help)
else if (values.list) for (const sample of sampleOf(noun)) console.log(describe(sample))
else await run(noun)

async function run(ofNoun: string): Promise<void> {
  const samples = sampleOf(ofNoun)
  const postgres = await startTestPostgres()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      stopRunning()
      void postgres.stop().then(() => process.exit(1))
    })
  try {
    const survivors = await survivorsAmong(ofNoun, samples, postgres.host)
    const killed = samples.length - survivors.length
    console.log(
      `\n${ofNoun} ${values.files} --seed ${values.seed}: ${killed} of ${samples.length} killed (${Math.round((100 * killed) / samples.length)} %)`,
    )
    for (const survivor of survivors) console.log(`\nsurvived  ${describe(survivor)}`)
    process.exitCode = survivors.length === 0 ? 0 : 1
  } finally {
    await postgres.stop()
  }
}

/** Equally many mistakes for equally many places: shuffled by the seed, without those that are judged equivalent. */
function sampleOf(ofNoun: string): Sample[] {
  const all = productFiles(root, ofNoun, values.files).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return mutantsOf(text)
      .filter(
        (mutant) => mutant.rule.includes(values.rules) && reasonToIgnore(file, text, mutant) === undefined,
      )
      .map((mutant) => ({ file, text, mutant }))
  })
  const random = seededRandom(Number(values.seed))
  return all
    .map((sample) => ({ sample, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, Number(values.count))
    .map(({ sample }) => sample)
}

async function survivorsAmong(
  ofNoun: string,
  samples: readonly Sample[],
  databaseHost: string,
): Promise<Sample[]> {
  const survivors: Sample[] = []
  const measured = new Map<string, RunOutcome>()
  /** Results of these tests for the unmutated product, measured once: tests that fail without a mutant show nothing. */
  const unmutated = async (tests: readonly string[]): Promise<RunOutcome> => {
    const key = tests.toSorted().join(' ')
    const known =
      measured.get(key) ?? (await runTests(root, { tests, databaseHost, mutated: null, timeoutMs: 600_000 }))
    measured.set(key, known)
    return known
  }
  for (const [index, sample] of samples.entries()) {
    const { file, text, mutant } = sample
    const mutated = { file: path.join(root, file), text: applyMutant(text, mutant) }
    const { own, neighbors } = testsFor(root, ofNoun, file)
    const chosen = own.filter((test) => path.posix.matchesGlob(path.posix.basename(test), values.tests))
    let failure: string | null = null
    for (const tests of [chosen, neighbors.slice(0, Number(values.neighbors))]) {
      if (tests.length === 0 || failure !== null) continue
      const sound = await unmutated(tests)
      if (sound.failure !== null) throw new Error(`Without any mistake fails ${sound.file}: ${sound.failure}`)
      const timeoutMs = 30_000 + 4 * sound.milliseconds
      failure = (await runTests(root, { tests, databaseHost, mutated, timeoutMs })).failure
    }
    if (failure === null) survivors.push(sample)
    console.log(
      `${index + 1}/${samples.length} ${failure === null ? 'SURVIVED' : 'killed'}  ${describe(sample)}`,
    )
    if (failure !== null) console.log(`     by ${failure}`)
  }
  return survivors
}

function describe({ file, text, mutant }: Sample): string {
  const line = text.slice(0, mutant.start).split('\n').length
  const changed = applyMutant(text, mutant)
  return `${file}:${line}  ${mutant.rule}\n     - ${lineAt(text, mutant.start)}\n     + ${lineAt(changed, mutant.start)}`
}
