/** What `npm run mutate -- <noun> [--count N] [--seed S] [--files GLOB]` runs: small mistakes in the product, to see whether a test notices. */
import { runProgram } from './start/run-program.mjs'

await runProgram('tests/mutation/main.ts', process.argv.slice(2))
