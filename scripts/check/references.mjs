/**
 * Lists paths in comments and documents that don't exist: links of Markdown files, and paths in backticks that have a slash and an
 * extension. Such a path is relative to the root or the file's folder, or the end of a tracked file's path. Prints one `file:line path`
 * per line; the exit code is 1 if there are any.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../start/paths.mjs'
import { brokenReferences } from './broken-references.mjs'

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file && existsSync(path.join(root, file)))
const found = tracked
  .filter((file) => /\.(tsx?|mjs|cjs|md)$/.test(file) && !file.endsWith('.gen.ts'))
  .flatMap((file) => brokenReferences(file, readFileSync(path.join(root, file), 'utf8'), tracked))
if (found.length > 0) console.log(found.join('\n'))
process.exitCode = found.length === 0 ? 0 : 1
