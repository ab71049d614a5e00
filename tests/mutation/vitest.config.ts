import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import type { RunSettings } from './run-tests.ts'

/** Runs the server's tests with one mutant. The file on disk is unchanged: only its import returns the mutant. */
const settings = JSON.parse(readFileSync(process.env.ATRIUM_MUTATION_RUN ?? '', 'utf8')) as RunSettings
const root = path.resolve(import.meta.dirname, '../..')

/** The files in the requested order. */
class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => settings.tests.indexOf(path.relative(root, moduleId))
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

/** The file's text in this run; null for every file but the mutated one. */
const mutatedText = (id: string) =>
  settings.mutated && id.split('?')[0] === settings.mutated.file ? settings.mutated.text : null

export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: mutatedText,
      // The cache of transformed files depends on the files on disk.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (mutatedText(id) === null ? null : false)),
    },
  ],
  test: {
    root,
    include: [...settings.tests],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['packages/testkit/src/test-timeouts.ts'],
    provide: { databaseHost: settings.databaseHost },
    bail: settings.mutated ? 1 : 0,
    fsModuleCachePath: 'node_modules/.cache/mutation',
    maxWorkers: 2,
    sequence: { sequencer: GivenOrder },
    reporters: ['json'],
    outputFile: settings.outputFile,
  },
})
