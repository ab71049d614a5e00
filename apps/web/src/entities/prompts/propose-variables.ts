import { languages } from '@atrium/contract'

/** The months' names in the interface's languages, as dates are written with them. */
const months = [
  ...new Set(
    languages.flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' })
        return Array.from({ length: 12 }, (_, index) =>
          format
            .formatToParts(Date.UTC(2026, index, 1))
            .filter(({ type }) => type === 'month')
            .map(({ value }) => value)
            .join(''),
        )
      }),
    ),
  ),
].filter((name) => /\p{L}{3}/u.test(name))
const month = months
  .toSorted((one, other) => other.length - one.length)
  .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  .join('|')
const day = String.raw`\p{N}{1,2}(?:er|st|nd|rd|th)?`
const year = String.raw`(?:,?\s\p{N}{4}(?!\p{N}))?`

/** Parts of a question that look like blanks, by their delimiters or their form; a group is the text without its delimiters. */
const looks = [
  String.raw`\[([^\][\n]{2,60})\]`,
  String.raw`<([^<>\n]{2,60})>`,
  String.raw`\{\{([^{}\n]{2,60})\}\}`,
  String.raw`["“«]\s?([^"”»\n]{2,60}?)\s?["”»]`,
  String.raw`[「『《]([^」』》\n]{2,60})[」』》]`,
  String.raw`([\w.+-]+@[\w-]+\.[\w.]+)`,
  // Dates: 5 March 2026, March 5, 2026年3月5日, ngày 5 tháng 3.
  String.raw`(\p{N}{4}年\p{N}{1,2}月(?:\p{N}{1,2}[日号])?)`,
  String.raw`(ngày \p{N}{1,2} tháng \p{N}{1,2}(?: năm \p{N}{4})?)`,
  String.raw`((?<![\p{L}\p{N}])${day}\s(?:${month})${year}(?!\p{L}))`,
  String.raw`((?<![\p{L}\p{N}])(?:${month})\s${day}${year}(?![\p{L}\p{N}]))`,
  String.raw`(\p{N}[\p{N}.,/:-]*\p{N}\s?%?)`,
  // Names: capitalized words within a sentence.
  String.raw`(?<=[\p{Ll}\p{N},;]\s)(\p{Lu}\p{Ll}['’\p{L}-]+(?:\s\p{Lu}['’\p{L}-]+)*)`,
]
const looksLikeBlank = new RegExp(looks.join('|'), 'gu')
const ofTemplate = /#\{[^\n]*?\}#/g
const maxProposals = 6

/** Returns the parts of a question that may change from one use to the next, as written and as a name; each once. */
export function proposeVariables(text: string): { found: string; name: string }[] {
  const proposals = new Map<string, { found: string; name: string }>()
  for (const match of text.replaceAll(ofTemplate, ' ').matchAll(looksLikeBlank)) {
    const found = match[0].trim()
    const inner = match.slice(1).find((part) => part !== undefined) ?? found
    const name = inner.replaceAll(/[:|#{}]/g, ' ').trim()
    if (name !== '') proposals.set(found, { found, name })
  }
  return [...proposals.values()].slice(0, maxProposals)
}

/** Returns the text with every occurrence of a proposal as a variable. */
export const withVariable = (text: string, { found, name }: { found: string; name: string }): string =>
  text.replaceAll(found, () => `#{${name}}#`)
