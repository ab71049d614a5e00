import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

/** Programs whose package has another name. */
const packages = { tsc: 'typescript', depcruise: 'dependency-cruiser', playwright: '@playwright/test' }

/**
 * The JavaScript file behind a command of an installed package, to run with the Node of our choice.
 * @param {string} command
 */
export function bin(command) {
  const folder = path.join(
    root,
    'node_modules',
    packages[/** @type {keyof typeof packages} */ (command)] ?? command,
  )
  const { bin: entry } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof entry === 'string' ? entry : entry[command])
}
