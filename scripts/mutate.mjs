/**
 * What `npm run mutate -- <noun> [--count N] [--seed S] [--files GLOB]` runs: mutation testing, with small mistakes in the product that a
 * test should notice.
 */
import { runProgram } from './start/run-program.mjs'

await runProgram('tests/mutation/main.ts', process.argv.slice(2))
