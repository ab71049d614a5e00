/** What `npm run seed [-- --add] [-- --seed N]` runs: a demo team with rooms, chats and usage, into the product's database. */
import { runProgram } from './start/run-program.mjs'

await runProgram('packages/testkit/src/seed/main.ts', process.argv.slice(2))
