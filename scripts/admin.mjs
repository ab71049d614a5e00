/** What `npm run admin -- COMMAND` runs: what an operator changes from the command line, whether or not Atrium runs. */
import { runProgram } from './start/run-program.mjs'

await runProgram('apps/server/src/roles/admin/main.ts', process.argv.slice(2))
