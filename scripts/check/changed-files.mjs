import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '../start/paths.mjs'

/**
 * The commit that changes are measured from: where this branch left `main`, or `origin/main`; on `main` itself the last commit.
 * @param {string} [cwd]
 * @returns {string}
 */
export function baseCommit(cwd = root) {
  for (const branch of ['main', 'origin/main']) {
    const base = git(cwd, ['merge-base', 'HEAD', branch])
    if (base !== undefined) return base.trim()
  }
  return 'HEAD'
}

/**
 * The files that exist and differ from the base commit, committed or not, new ones among them; from the root, with `/`.
 * @param {string} [cwd]
 * @returns {string[]}
 */
export function changedFiles(cwd = root) {
  const changed = git(cwd, ['diff', '--name-only', '-z', '--relative', baseCommit(cwd)]) ?? ''
  const added = git(cwd, ['ls-files', '--others', '--exclude-standard', '-z']) ?? ''
  const files = new Set(`${changed}${added}`.split('\0').filter(Boolean))
  return [...files].filter((file) => existsSync(path.join(cwd, file))).toSorted()
}

/**
 * What git prints; undefined when it refuses.
 * @param {string} cwd
 * @param {string[]} args
 */
function git(cwd, args) {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
