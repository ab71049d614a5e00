/** What `npm run restore -- FILE` runs: an archive of `npm run backup` into an empty data folder, wholly or not at all. */
import { runProgram } from './start/run-program.mjs'

await runProgram('apps/server/src/roles/backup/main.ts', ['restore', ...process.argv.slice(2)])
