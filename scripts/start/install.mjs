import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'
import { run } from './run.mjs'

const lockfile = path.join(root, 'package-lock.json')
const stamp = path.join(root, 'node_modules/.atrium-installed')
/** npm writes it at the end of every installation. */
const npmStamp = path.join(root, 'node_modules/.package-lock.json')

/** Installs the packages of the lockfile, unless exactly those are installed for this kind of machine. */
export async function installWhenNeeded() {
  const wanted = fingerprint()
  if (read(stamp) === wanted) return
  if (!wasInstalledByHand()) {
    console.log('Installing packages, once (a minute or two) …')
    await npm(['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-fund', '--no-audit'])
  }
  writeFileSync(stamp, wanted)
}

/** A manual `npm ci` or `npm install` after the last change of the lockfile. */
function wasInstalledByHand() {
  const installedAt = modifiedAt(npmStamp)
  return read(stamp) === undefined && installedAt !== undefined && installedAt >= (modifiedAt(lockfile) ?? 0)
}

function fingerprint() {
  const content = readFileSync(lockfile)
  return createHash('sha256').update(content).update(`${process.platform} ${process.arch}`).digest('hex')
}

/**
 * Under `npm start` the npm that runs us, else the one in the path.
 * @param {string[]} args
 */
function npm(args) {
  const ownNpm = process.env.npm_execpath
  if (ownNpm?.endsWith('npm-cli.js')) return run(process.execPath, [ownNpm, ...args])
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** @param {string} file */
function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}
