/**
 * Takes the force out of texts that are made to stop a parser, character for character, so that offsets stay.
 * What people and models write passes unchanged.
 */
export function tame(piece: string): string {
  return flattenBrackets(flattenLists(piece.replaceAll(deepNesting, (marks) => `\u200B${marks.slice(1)}`)))
}

/** Lists within lists beyond this depth lose their marks: the parser's time grows with the square of the depth. */
const deepestList = 12

function flattenLists(piece: string): string {
  // The columns at which the items around the current line begin.
  const columns: number[] = []
  return piece.replaceAll(listItem, (item, indent: string) => {
    while (columns.length > 0 && (columns.at(-1) ?? 0) >= indent.length) columns.pop()
    columns.push(indent.length)
    return columns.length > deepestList ? `${indent}•${item.slice(indent.length + 1)}` : item
  })
}

const listItem = /^([ \t]*)(?:[-+*]|\d{1,9}[.)])(?=[ \t])/gmu

/** More than forty containers opened in one line: a tree that deep breaks whatever walks it. */
const deepNesting = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){40,}/gmu

const deepestBrackets = 60

/** Brackets open at once in a paragraph beyond which its brackets are drawn wide: the parser's time grows with their square. */
function flattenBrackets(piece: string): string {
  if (piece.split(/[[\]]/u).length <= deepestBrackets) return piece
  return piece
    .split('\n\n')
    .map((part) => (depth(part) > deepestBrackets ? part.replaceAll('[', '［').replaceAll(']', '］') : part))
    .join('\n\n')
}

/** The most brackets that are open at once, or that close nothing. */
function depth(text: string): number {
  let open = 0
  let deepest = 0
  let stray = 0
  for (const character of text) {
    if (character === '[') deepest = Math.max(deepest, ++open)
    else if (character === ']' && open > 0) open--
    else if (character === ']') stray++
  }
  return Math.max(deepest, stray)
}
