/** What `npm run admin -- COMMAND` runs: an operator's changes from the command line, whether or not Atrium is running. */
import { runProgram } from './start/run-program.mjs'

await runProgram('apps/server/src/roles/admin/main.ts', process.argv.slice(2))
