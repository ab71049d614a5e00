/** What `npm run campaign [-- --rounds N --seed S]` runs: the server killed at every step of a question's life, again and again. */
import { runProgram } from './start/run-program.mjs'

await runProgram('tests/campaign/main.ts', process.argv.slice(2))
