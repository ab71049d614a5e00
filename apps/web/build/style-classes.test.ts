import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../../..')
const folders = '{apps/web,packages/ui}/src/**/'
const filesOf = (pattern: string) => globSync(folders + pattern, { cwd: root })
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The path of an imported style sheet, from the repository's root. */
const sheetOf = (file: string, imported: string): string =>
  imported.startsWith('@atrium/ui/')
    ? imported.replace('@atrium/ui/', 'packages/ui/src/')
    : path.join(path.dirname(file), imported)

type Use = { file: string; sheet: string; name: string }

const all = <Found>(text: string, pattern: RegExp, found: (...groups: string[]) => Found): Found[] =>
  Array.from(text.matchAll(pattern), ([, ...groups]) => found(...groups))

/** The classes that a component takes from its style sheets. */
const usesIn = (file: string): Use[] =>
  all(textOf(file), /^import (\w+) from '([^']+\.module\.css)'/gm, (styles = '', imported = '') =>
    // Not in a text, and not a property of something else.
    all(textOf(file), new RegExp(`(?<![\\w.'])${styles}\\.(?!module\\b)(\\w+)`, 'g'), (name = '') => ({
      file,
      sheet: sheetOf(file, imported),
      name,
    })),
  ).flat()

/** The classes that a style sheet composes from others. */
const composedIn = (file: string): Use[] =>
  all(textOf(file), /composes: ([\w ]+) from '([^']+)'/g, (names = '', imported = '') =>
    names.split(' ').map((name) => ({ file, sheet: sheetOf(file, imported), name })),
  ).flat()

/** The classes that a style sheet defines. */
function classesIn(file: string): Set<string> {
  const text = textOf(file).replaceAll(/\/\*[^]*?\*\//g, '')
  const selectors = all(text, /([^{};]+)\{/g, (selector = '') =>
    selector.replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, ''),
  )
  return new Set(selectors.flatMap((selector) => all(selector, /\.([a-z]\w*)/gi, (name = '') => name)))
}

const sheets = filesOf('*.module.css')
const uses = [...filesOf('*.{ts,tsx}').flatMap(usesIn), ...sheets.flatMap(composedIn)]

test('every class that a component names is in its style sheet', () => {
  expect(uses.length).toBeGreaterThan(1_000)
  const defined = new Map(sheets.map((sheet) => [sheet, classesIn(sheet)]))
  expect(uses.filter(({ sheet, name }) => !defined.get(sheet)?.has(name))).toEqual([])
})

test('every class of a style sheet is named by a component', () => {
  const used = new Set(uses.map(({ sheet, name }) => `${sheet} ${name}`))
  const unused = sheets.flatMap((sheet) =>
    [...classesIn(sheet)].map((name) => `${sheet} ${name}`).filter((name) => !used.has(name)),
  )
  expect(unused).toEqual([])
})
