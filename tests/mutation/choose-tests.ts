import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const server = 'apps/server/src'
const isTest = (file: string) => file.endsWith('.test.ts')
/** Lists of names, tables of types, and what only tests import. */
const isNoProduct = (file: string) =>
  /([.]test|[.]fixture|-for-tests|[/]index|[/]tables|[/]ports)[.]ts$/.test(file)

/** Paths are relative to the checkout, with forward slashes. */
export type Tests = {
  /** The tests of the noun, those that are likely to notice first. */
  own: string[]
  /** Tests of other nouns that name the file's exports, then those beside a file that names them. */
  neighbors: string[]
}

/** The product files of a server noun; with `glob`, those whose path in the noun it matches. */
export function productFiles(root: string, noun: string, glob = '**'): string[] {
  const folder = path.posix.join(server, noun)
  const files = listFiles(root, folder).filter(
    (file) => !isNoProduct(file) && path.posix.matchesGlob(path.posix.relative(folder, file), glob),
  )
  if (files.length === 0) throw new RangeError(`${folder} has no product file that matches ${glob}.`)
  return files
}

/** The tests that can notice a change to this file. */
export function testsFor(root: string, noun: string, file: string): Tests {
  const text = (each: string) => readFileSync(path.join(root, each), 'utf8')
  const names = exportedNames(text(file))
  const isNaming = (each: string) => names.some((name) => new RegExp(`\\b${name}\\b`).test(text(each)))
  const stem = (each: string) => path.posix.basename(each).replace(/([.]test)?[.]ts$/, '')

  const own = listFiles(root, path.posix.join(server, noun)).filter(isTest)
  const rank = (each: string) => (stem(each) === stem(file) ? 0 : isNaming(each) ? 1 : 2)
  const others = listFiles(root, server).filter(
    (each) => !each.startsWith(`${server}/${noun}/`) && each !== file,
  )
  const users = new Set(
    others.filter((each) => !isTest(each) && isNaming(each)).map((each) => each.replace(/ts$/, 'test.ts')),
  )
  return {
    own: own.toSorted((one, other) => rank(one) - rank(other)),
    neighbors: others
      .filter((each) => isTest(each) && (users.has(each) || isNaming(each)))
      .toSorted((one, other) => Number(isNaming(other)) - Number(isNaming(one))),
  }
}

const exportedNames = (text: string) =>
  [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].flatMap(([, name]) => name ?? [])

const listFiles = (root: string, folder: string): string[] =>
  globSync(`${folder}/**/*.ts`, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted()
