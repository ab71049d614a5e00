/** What `npm run bench [-- --only streaming]` runs: measures speed against its goals. */
import { runProgram } from './start/run-program.mjs'

await runProgram('bench/main.ts', process.argv.slice(2))
