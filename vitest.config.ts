import { defineConfig } from 'vitest/config'

/**
 * The tests that run in node, except those of the web app, which are in `apps/web/vitest.config.ts` with those in a browser;
 * journeys through the whole product are Playwright's (`tests/journeys`).
 *
 * Time limits only end what hangs: they are many times what a slow machine takes.
 *
 * The projects `server`, `testkit` and `campaign` share one PostgreSQL for the run; each test file gets its own clone in it.
 */
const database = {
  globalSetup: ['packages/testkit/src/vitest-global-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

function project(name: string, include: string[], more: object = {}) {
  return {
    test: {
      name,
      root: import.meta.dirname,
      include,
      environment: 'node' as const,
      testTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
      setupFiles: ['packages/testkit/src/patience.ts'],
      ...more,
    },
  }
}

export default defineConfig({
  test: {
    projects: [
      project('server', ['apps/server/src/**/*.test.ts'], database),
      project('testkit', ['packages/testkit/src/**/*.test.ts'], database),
      project('campaign', ['tests/campaign/**/*.test.ts'], database),
      project('contract', ['packages/contract/src/**/*.test.ts']),
      project('phrases', ['packages/phrases/src/**/*.test.ts']),
      project('sandbox', ['packages/sandbox/src/**/*.test.ts']),
      project('ui', ['packages/ui/src/**/*.test.ts']),
      project('scripts', ['scripts/**/*.test.ts', 'bench/**/*.test.ts']),
    ],
  },
})
