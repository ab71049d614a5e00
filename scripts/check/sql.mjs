/** What `npm run sql` runs: compares every SQL statement of the server with the migrated database (docs/testing.md). */
import { runProgram } from '../start/run-program.mjs'

await runProgram('tests/sql/main.ts', process.argv.slice(2))
