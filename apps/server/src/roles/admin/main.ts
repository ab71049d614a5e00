import { StartError } from '../../platform/start-error.ts'
import { runCommand } from './run-command.ts'

try {
  console.log(await runCommand(process.argv.slice(2), process.env))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
