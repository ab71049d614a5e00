import { runInTerminal } from './run-in-terminal.mjs'
import { findNode } from './find-node.mjs'
import { installWhenNeeded } from './install.mjs'
import { root } from './paths.mjs'

/**
 * Runs a TypeScript program of the checkout in this terminal, with the Node that runs Atrium; its exit code becomes ours.
 * @param {string} program
 * @param {string[]} args
 */
export async function runProgram(program, args) {
  await installWhenNeeded()
  process.exitCode = await runInTerminal(findNode(), [program, ...args], { cwd: root })
}
