/**
 * Lists identifiers with words that docs/glossary.md replaces, such as `mostBytes` (`maxBytes`) or `tellReaders` (`publish…`).
 * Prints `file:line name`, one a line; the exit code is 1 when there is any.
 * Reads the files that are its arguments, all of the checkout without any.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { root } from '../start/paths.mjs'

const replaced =
  /^(?:most|least|largest|longest|smallest)[A-Z]|AtMost|(?:^|[a-z])(?:[Tt]old|[Tt]ell|[Uu]ntold)(?:$|[A-Z])|^(?:tell|told|untold|teller|telling)$|[Pp]atien(?:t|ce)|[Ss]tanding(?:$|[A-Z])|[Ss]hel(?:f|ves)(?:$|[A-Z])|[Ww]hereabouts|^(?:furnish|breathe|borne|tame|anew|mouth|Mouth)|(?:^|[a-z])[Bb]egun(?:$|[A-Z])|(?:^|[a-z])[Hh]eard(?:$|[A-Z])|wishesOf|[Nn]earness/

/** Superlatives that are measured or literal. */
const allowed = new Set([
  'longestTask',
  'longestTaskMs',
  'openLongestTaskMs',
  'typingLongestTaskMs',
  'longestFrame',
  'longestFrameMs',
  'longestDelayMs',
  'longestTurnMs',
  'largestPaint',
  'mostUsed',
])

const tracked = () =>
  execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
const files = process.argv.length > 2 ? process.argv.slice(2) : tracked()
const found = files.flatMap((file) => namesIn(file).map((name) => `${file}:${name}`))
if (found.length > 0) console.log(found.join('\n'))
process.exitCode = found.length === 0 ? 0 : 1

/**
 * The replaced names of a file, each once, as `line name`.
 * @param {string} file
 * @returns {string[]}
 */
function namesIn(file) {
  const text = readFileSync(path.join(root, file), 'utf8')
  /** @type {Map<string, number>} */
  const positions = new Map()
  visit(parseSync(file, text).program, (name, position) => {
    if (replaced.test(name) && !allowed.has(name) && !positions.has(name)) positions.set(name, position)
  })
  return [...positions].map(([name, position]) => `${text.slice(0, position).split('\n').length} ${name}`)
}

/**
 * Calls `onName` for each identifier of a syntax tree.
 * @param {unknown} node
 * @param {(name: string, position: number) => void} onName
 */
function visit(node, onName) {
  if (Array.isArray(node)) for (const child of node) visit(child, onName)
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && 'name' in node && 'start' in node && typeof node.name === 'string')
      onName(node.name, Number(node.start))
    for (const child of Object.values(node)) visit(child, onName)
  }
}
