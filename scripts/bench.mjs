/** What `npm run bench [-- --only streaming]` runs: speed beside its goals. */
import { runProgram } from './start/run-program.mjs'

await runProgram('bench/main.ts', process.argv.slice(2))
