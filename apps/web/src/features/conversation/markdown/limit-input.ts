/** Neutralizes texts made to stall a parser, character by character, so that offsets stay. Ordinary texts pass unchanged. */
export function limitInput(piece: string): string {
  const flat = flattenLists(piece.replaceAll(deepNesting, (marks) => `\u200B${marks.slice(1)}`))
  return flattenEmphasis(flattenBrackets(flattenAddresses(flat)))
}

/** Lists within lists beyond this depth lose their marks: the parser's time grows with the square of the depth. */
const deepestList = 12

function flattenLists(piece: string): string {
  // The columns at which the enclosing list items start.
  const columns: number[] = []
  return piece.replaceAll(listItem, (item, indent: string) => {
    while (columns.length > 0 && (columns.at(-1) ?? 0) >= indent.length) columns.pop()
    columns.push(indent.length)
    return columns.length > deepestList ? `${indent}•${item.slice(indent.length + 1)}` : item
  })
}

const listItem = /^([ \t]*)(?:[-+*]|\d{1,9}[.)])(?=[ \t])/gmu

/** More than forty containers opened in one line: a tree that deep breaks the code that walks it. */
const deepNesting = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){40,}/gmu

const deepestBrackets = 60

/** In a paragraph with more open brackets, all become full-width ones: the parser's time grows with the square of their number. */
function flattenBrackets(piece: string): string {
  if (piece.split(/[[\]]/u).length <= deepestBrackets) return piece
  return piece
    .split('\n\n')
    .map((part) => (depth(part) > deepestBrackets ? part.replaceAll('[', '［').replaceAll(']', '］') : part))
    .join('\n\n')
}

const maxAddressesInWord = 20

/** An endless word in which addresses start again and again and none is valid: each start is read to the word's end. */
const flattenAddresses = (piece: string): string =>
  piece.replaceAll(endlessWord, (word) =>
    word.split(addressInWord).length <= maxAddressesInWord ? word : word.replaceAll(addressInWord, '_ｗ'),
  )

const endlessWord = /[-.\w]{1000,}/gu
const addressInWord = /_w(?=ww\.)/giu

const deepestEmphasis = 100

/** The same for emphasis marks that are open at once, or close nothing. */
function flattenEmphasis(piece: string): string {
  if (piece.split(emphasisMarks).length <= deepestEmphasis) return piece
  return piece
    .split('\n\n')
    .map((part) =>
      depthOfEmphasis(part) > deepestEmphasis
        ? part.replaceAll('*', '∗').replaceAll('_', '＿').replaceAll('~', '～')
        : part,
    )
    .join('\n\n')
}

const emphasisMarks = /[*_~]+/gu

function depthOfEmphasis(text: string): number {
  let open = 0
  let deepest = 0
  let stray = 0
  for (const { index, 0: marks } of text.matchAll(emphasisMarks)) {
    const closes = /\S/u.test(text[index - 1] ?? ' ')
    const opens = /\S/u.test(text[index + marks.length] ?? ' ')
    if (closes && open > 0) open--
    else if (opens) deepest = Math.max(deepest, ++open)
    else if (closes) stray++
  }
  return Math.max(deepest, stray)
}

/** The maximum of brackets that are open at once, or close nothing. */
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
