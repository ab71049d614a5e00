import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The tests that run in node, except those of the web app, which are in `apps/web/vitest.config.ts` with those in a browser;
 * journeys through the whole product are Playwright's (`tests/journeys`).
 *
 * Time limits only end what hangs: they are many times what a slow machine takes.
 *
 * The projects `server`, `server-alone`, `testkit` and `campaign` share one PostgreSQL for the run; each test file gets its own
 * clone in it. Files that one worker runs share the modules that they import, which halves the work of the whole suite. A
 * file of `server-alone` and `documents` has a process of its own: it measures the memory of its process, listens for its errors, or counts what a module keeps.
 */
const limits = { testTimeout: 120_000, hookTimeout: 120_000 }
const programs = 'packages/testkit/src/vitest-programs-setup.ts'
const database = { ...limits, globalSetup: [programs, 'packages/testkit/src/vitest-global-setup.ts'] }

const serverAlone = ['apps/server/src/**/{fuzz,is-document,preparing-client,unread-pages}.test.ts']

function project(name: string, include: string[], more: object = {}) {
  return {
    test: {
      name,
      root: import.meta.dirname,
      include,
      environment: 'node' as const,
      testTimeout: 60_000,
      isolate: false,
      expect: { poll: { timeout: 30_000 } },
      setupFiles: ['packages/testkit/src/test-timeouts.ts'],
      ...more,
    },
  }
}

/**
 * The project with by far the most files comes last, its short files at the very end: so all workers are busy until then. Projects of few, long
 * files at the end would leave a core idle for minutes.
 */
class ManyFilesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLast = ({ project: { name } }: TestSpecification) => name === 'server'
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)]
  }
}

export default defineConfig({
  test: {
    // More than cores: many tests wait for processes and leases. One more than two left a third of both idle.
    maxWorkers: availableParallelism() + 3,
    sequence: { sequencer: ManyFilesLast },
    projects: [
      project('server', ['apps/server/src/**/*.test.ts'], { ...database, exclude: serverAlone }),
      project('server-alone', serverAlone, { ...database, isolate: true }),
      project('testkit', ['packages/testkit/src/**/*.test.ts'], database),
      project('campaign', ['tests/campaign/**/*.test.ts'], database),
      project('documents', ['packages/documents/src/**/*.test.ts'], {
        ...limits,
        isolate: true,
        globalSetup: [programs],
      }),
      project('canvas', ['packages/canvas/src/**/*.test.ts']),
      project('contract', ['packages/contract/src/**/*.test.ts']),
      project('phrases', ['packages/phrases/src/**/*.test.ts']),
      project('sandbox', ['packages/sandbox/src/**/*.test.ts']),
      project('ui', ['packages/ui/src/**/*.test.ts']),
      project('mutation', ['tests/mutation/**/*.test.ts']),
      project('sql', ['tests/sql/**/*.test.ts'], database),
      project('scripts', ['scripts/**/*.test.ts', 'bench/**/*.test.ts']),
    ],
  },
})
