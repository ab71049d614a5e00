import path from 'node:path'
import { parseSync } from 'oxc-parser'

/** A path in backticks; placeholders, patterns and paths from the file system's root are none. */
const backticked =
  /`((?:\.{0,2}[\w@-][\w.@-]*\/)+[\w.@-]+\.(?:[cm]?[jt]sx?|md|json|ya?ml|sql|css|html|sh))(?::\d+)?`/g
const markdownLink = /\]\(([^()\s]+)\)/g
/** Folders of generated files and user data. */
const untracked = /^(?:\.\/)?(?:node_modules|dist|data|demo|test-results|coverage|backups)\//

/** @type {WeakMap<readonly string[], Set<string>>} */
const endings = new WeakMap()

/**
 * The references of one file that lead nowhere, as `file:line reference`.
 * @param {string} file its path from the root
 * @param {string} text
 * @param {readonly string[]} tracked the paths of all files from the root
 * @returns {string[]}
 */
export function brokenReferences(file, text, tracked) {
  const known = knownPaths(tracked)
  const from = (/** @type {string} */ reference) => path.posix.join(path.posix.dirname(file), reference)
  const isKnown = (/** @type {string} */ reference) =>
    known.has(reference) ||
    known.has(from(reference)) ||
    untracked.test(reference) ||
    isOutside(from(reference))
  return passages(file, text).flatMap(({ start, text: passage }) => [
    ...[...passage.matchAll(backticked)]
      .filter(([, reference = '']) => !isKnown(reference))
      .map(({ index, 1: reference }) => at(start + index, reference)),
    ...(file.endsWith('.md') ? [...passage.matchAll(markdownLink)] : [])
      .filter(([, target = '']) => !isLinkOk(target))
      .map(({ index, 1: target }) => at(start + index, target)),
  ])

  /** @param {string} target */
  function isLinkOk(target) {
    const [reference = ''] = target.split('#')
    return reference === '' || /^[a-z]+:/.test(reference) || known.has(from(reference).replace(/\/$/, ''))
  }

  /**
   * @param {number} position
   * @param {string} [reference]
   */
  function at(position, reference) {
    return `${file}:${text.slice(0, position).split('\n').length} ${reference}`
  }
}

/**
 * The text written for people: all of a document, the comments of a program.
 * @param {string} file
 * @param {string} text
 * @returns {{ start: number, text: string }[]}
 */
function passages(file, text) {
  if (file.endsWith('.md')) return [{ start: 0, text }]
  return parseSync(file, text).comments.map(({ start, value }) => ({ start, text: value }))
}

/** @param {string} reference */
const isOutside = (reference) => reference.startsWith('../')

/**
 * Every path and folder, and every suffix of one that starts at a folder.
 * @param {readonly string[]} tracked
 */
function knownPaths(tracked) {
  const known = endings.get(tracked) ?? new Set()
  if (known.size > 0) return known
  for (const file of tracked) {
    const parts = file.split('/')
    for (let index = 1; index <= parts.length; index += 1) known.add(parts.slice(0, index).join('/'))
    for (let index = 1; index < parts.length; index += 1) known.add(parts.slice(index).join('/'))
  }
  endings.set(tracked, known)
  return known
}
