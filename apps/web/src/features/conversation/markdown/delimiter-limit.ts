/** Maximum delimiters in one paragraph, list item or row: the parser's time grows with their square. */
const maxDelimiters = 800

const delimiter = /[*_~`$[\]<!&\\]/u
/** Lines that start a text of their own. */
const beginsText = /[ \t]*(?:\n|[-+>#|]|\*[ \t]|\d{1,9}[.)][ \t])/y

/** Returns the offset, between `start` and `end`, at which a text exceeds the delimiters for one parse; `end` when none does. */
export function delimiterLimit(text: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) {
    const character = text[at] ?? ''
    if (character === '\n') {
      beginsText.lastIndex = at + 1
      if (beginsText.test(text)) count = 0
    } else if (delimiter.test(character) && ++count > maxDelimiters)
      return text[at - 1] === '\\' ? at - 1 : at
  }
  return end
}
