const maxNameCharacters = 60

/** Words that SQL reserves, as far as headers use them. */
const reserved = new Set(
  'all and any array as asc between both case cast check collate column constraint create cross default desc distinct do else end except exists false fetch for foreign from full grant group having in initially inner intersect into is join lateral leading left like limit natural not null offset on only or order outer overlaps pivot placing primary qualify references returning right select semi show similar some summarize symmetric table then to trailing true union unique unpivot using variadic verbose when where window with'.split(
    ' ',
  ),
)

/** A name for SQL that needs no quotes: letters of any script, digits and underscores. */
export function sqlName(text: string, fallback: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  const name = [...words].slice(0, maxNameCharacters).join('') || fallback
  if (/^\p{N}/u.test(name)) return `_${name}`
  return reserved.has(name) ? `${name}_` : name
}

/** Names for a table's columns, all different. */
export function nameColumns(headers: readonly string[], width: number): string[] {
  const used = new Set<string>()
  return Array.from({ length: width }, (_, index) =>
    unusedName(sqlName(headers[index] ?? '', `column_${index + 1}`), used),
  )
}

/** The name, with a number appended if it is already used; adds it to the used ones. */
export function unusedName(name: string, used: Set<string>): string {
  let free = name
  for (let count = 2; used.has(free); count += 1) free = `${name}_${count}`
  used.add(free)
  return free
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
