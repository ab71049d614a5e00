import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the run's database server. */
    databaseHost: string
  }
}

/** One database server for the whole run; its end is the end of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  project.provide('databaseHost', postgres.host)
  return () => postgres.stop()
}
