import type { TestProject } from 'vitest/node'
import { startTestPostgres, type TestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the run's database server. */
    databaseHost: string
  }
}

type Shared = { server: Promise<TestPostgres>; projects: number }

/** Each project loads this module anew; what they share is in the process. */
const shared = globalThis as typeof globalThis & { atriumTestPostgres?: Shared | undefined }

/** One database server for all projects of a run; it stops with the last of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = (shared.atriumTestPostgres ??= { server: startTestPostgres(), projects: 0 })
  postgres.projects += 1
  const server = await postgres.server
  project.provide('databaseHost', server.host)
  return async () => {
    postgres.projects -= 1
    if (postgres.projects > 0) return
    shared.atriumTestPostgres = undefined
    await server.stop()
  }
}
