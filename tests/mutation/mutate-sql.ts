import type { Mutant } from './mutant.ts'

/** Swaps of single words and operators. Never inside strings, parameters, or assignments of `update … set`. */
const swaps: [pattern: RegExp, replacement: string][] = [
  [/(?<!\bbetween\s+\S+\s+)\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/(?<![<>=!@|:-])=(?![=>])/g, '<>'],
  [/<>/g, '='],
  [/(?<![<@-])<(?![<>=@-])(?!\s*now\b)/g, '<='],
  [/(?<![<])<=(?!>)(?!\s*now\b)/g, '<'],
  [/(?<![=>@<-])>(?![>=])(?!\s*now\b)/g, '>='],
  [/>=(?!\s*now\b)/g, '>'],
  // No row is as old as the statement to the microsecond: times are compared the other way round.
  [/(?<![<@-])<=?(?=\s*now\b)/g, '>'],
  [/(?<![=>@<-])>=?(?=\s*now\b)/g, '<'],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!\bnot\s)\bexists\b/g, 'not exists'],
  [/\bis null\b/g, 'is not null'],
  [/\bis not null\b/g, 'is null'],
  [/\basc\b/g, 'desc'],
  [/\bdesc\b/g, 'asc'],
  [/\bleast\b(?=\s*\()/g, 'greatest'],
  [/\bgreatest\b(?=\s*\()/g, 'least'],
]

const isAssignment = (before: string) => /(\bset|,)\s*[\w."]+\s*$/.test(before)

/** The mutants of the inside of one SQL template; `start` is its position in the file. Holes are `${…}`, from and to in the template. */
export function mutateSql(
  template: string,
  holes: readonly [from: number, to: number][],
  start: number,
): Mutant[] {
  const text = masked(template, holes)
  const at = (from: number, to: number, rule: string, replacement: string): Mutant => ({
    rule,
    start: start + from,
    end: start + to,
    replacement,
  })
  const swapped = swaps.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: found, index }) => found !== '=' || !isAssignment(text.slice(0, index)))
      .map(({ 0: found, index }) =>
        at(index, index + found.length, `sql ${found} → ${replacement}`, replacement),
      ),
  )
  const dropped = conjunctsOf(text).map(([from, to]) => at(from, to, 'sql condition dropped', 'true'))
  return [...swapped, ...dropped]
}

/** The template with the same length, in lower case; holes, strings and comments are one word each, so that no rule looks inside. */
function masked(template: string, holes: readonly [from: number, to: number][]): string {
  let text = template.toLowerCase()
  for (const [from, to] of holes) text = text.slice(0, from) + '¤'.repeat(to - from) + text.slice(to)
  return text.replaceAll(/'[^']*'|"[^"]*"|--[^\n]*/g, (found) => '¤'.repeat(found.length))
}

const clauseEnd =
  /^(group by|order by|limit|offset|returning|for (no key )?(update|share)|for key share|union|having|window|on conflict|left join|cross join|join|where|then|when|else|end)\b/

/** The positions of conditions that `and` connects in a `where`, `on` or `filter (where …)`, respecting parentheses. */
function conjunctsOf(text: string): [from: number, to: number][] {
  return [...text.matchAll(/\b(where|on)\b(?!\s+(conflict|commit|delete)\b)/g)].flatMap(
    ({ 0: word, index }) => conditionsFrom(text, index + word.length),
  )
}

function conditionsFrom(text: string, from: number): [from: number, to: number][] {
  const found: [number, number][] = []
  let depth = 0
  let begin = from
  let isBetween = false
  let cases = 0
  let position = from
  for (; position < text.length; position += 1) {
    const char = text[position]
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth < 0 || (depth === 0 && (char === ',' || char === ';'))) break
    if (depth > 0 || !/[a-z]/.test(char ?? '') || /[\w."]/.test(text[position - 1] ?? '')) continue
    const rest = text.slice(position)
    if (/^case\b/.test(rest)) cases += 1
    else if (cases > 0) cases -= /^end\b/.test(rest) ? 1 : 0
    else if (/^between\b/.test(rest)) isBetween = true
    else if (/^and\b/.test(rest)) {
      if (isBetween) isBetween = false
      else {
        found.push([begin, position])
        begin = position + 3
      }
    } else if (clauseEnd.test(rest)) break
  }
  found.push([begin, position])
  return found.map(([first, last]) => trimmed(text, first, last)).filter(([first, last]) => first < last)
}

function trimmed(text: string, from: number, to: number): [from: number, to: number] {
  const piece = text.slice(from, to)
  return [from + piece.length - piece.trimStart().length, to - (piece.length - piece.trimEnd().length)]
}
