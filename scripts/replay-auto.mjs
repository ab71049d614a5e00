/** What `npm run replay-auto [-- DAYS]` runs: what Auto chose in the last days, what came of it, and what today's rules would choose. */
import { runProgram } from './start/run-program.mjs'

await runProgram('apps/server/src/roles/replay-auto/main.ts', process.argv.slice(2))
