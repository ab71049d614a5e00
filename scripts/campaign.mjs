/** What `npm run campaign [-- --rounds N --seed S]` runs: kills the server at every step of a question's life, repeatedly. */
import { runProgram } from './start/run-program.mjs'

await runProgram('tests/campaign/main.ts', process.argv.slice(2))
