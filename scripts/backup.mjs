/** What `npm run backup [-- FILE]` runs: database, files and secret into one archive, also while Atrium is running. */
import { runProgram } from './start/run-program.mjs'

await runProgram('apps/server/src/roles/backup/main.ts', ['backup', ...process.argv.slice(2)])
