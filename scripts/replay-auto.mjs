/** What `npm run replay-auto [-- DAYS]` runs: Auto's choices of the last days, their outcomes, and what today's rules would choose. */
import { runProgram } from './start/run-program.mjs'

await runProgram('apps/server/src/roles/replay-auto/main.ts', process.argv.slice(2))
