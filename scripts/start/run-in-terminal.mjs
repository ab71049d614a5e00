import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/**
 * Runs a program with this terminal's output, or with a file for it, and returns its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, outputFile?: string | undefined }} [options]
 * @returns {Promise<number>}
 */
export function runInTerminal(command, args, { cwd, env = {}, outputFile } = {}) {
  const output = outputFile === undefined ? 'inherit' : openSync(outputFile, 'w')
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    })
    if (typeof output === 'number') closeSync(output)
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
