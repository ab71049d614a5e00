/** What `npm run restore -- FILE` runs: restores an archive of `npm run backup` into an empty data folder, completely or not at all. */
import { runProgram } from './start/run-program.mjs'

await runProgram('apps/server/src/roles/backup/main.ts', ['restore', ...process.argv.slice(2)])
