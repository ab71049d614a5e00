/** What `npm run sql` runs: compares every SQL statement of the server, and its types of tables, with a migrated database (docs/testing.md). */
import { runProgram } from '../start/run-program.mjs'

await runProgram('tests/sql/main.ts', process.argv.slice(2))
