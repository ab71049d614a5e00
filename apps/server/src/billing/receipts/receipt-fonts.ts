import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)

/** Latin with Vietnamese, Greek, Cyrillic, Arabic and currency signs. */
const latin = path.join(import.meta.dirname, '../../../assets/DejaVuSans.ttf')
const eastAsian =
  /[\p{Script_Extensions=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** Ranges of code points of each file of Noto Sans SC, which the package divides into parts. */
type Part = { file: string; ranges: [first: number, last: number][] }
let parts: Part[] | undefined

/** Returns the font file for a character. Chinese has many small files, so that a receipt reads and embeds only what it shows. */
export function fontFileOf(character: string): string {
  if (!eastAsian.test(character)) return latin
  const code = character.codePointAt(0) ?? 0
  parts ??= readParts()
  return (
    parts.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last))?.file ?? latin
  )
}

function readParts(): Part[] {
  const folder = path.dirname(require.resolve('@fontsource/noto-sans-sc/package.json'))
  const ranges = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(ranges).flatMap(([name, listed]) => {
    const number = /^\[(\d+)\]$/.exec(name)?.[1]
    if (number === undefined) return []
    return [
      {
        file: path.join(folder, 'files', `noto-sans-sc-${number}-400-normal.woff`),
        ranges: listed.split(',').map((range): [number, number] => {
          const [first = '', last = first] = range.replace('U+', '').split('-')
          return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
        }),
      },
    ]
  })
}
