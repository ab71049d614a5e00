/** A formula longer than this (characters) is shown as written. */
const maxFormulaCharacters = 5000

/** Levels of braces, environments and delimiters beyond which a formula is shown as written: each level is drawn within the others. */
const maxLevels = 30
/** Maximum commands, braces, scripts and rows; above, the source is shown. */
const maxConstructs = 600

const opening = /\\(?:left|begin)\b|\{/gu
const constructs = /\\(?:[a-zA-Z]+|.)|[{}^_&'()[\]]/gu

/** Returns whether it renders within an unnoticeable time. */
export function isDrawable(formula: string): boolean {
  if (formula.length > maxFormulaCharacters) return false
  if ((formula.match(constructs)?.length ?? 0) > maxConstructs) return false
  if ((formula.match(opening)?.length ?? 0) <= maxLevels) return true
  let level = 0
  for (const [mark] of formula.matchAll(/\\(?:left|right|begin|end)\b|\\.|[{}]/gu)) {
    if (mark === '{' || mark === '\\left' || mark === '\\begin') level++
    else if (mark === '}' || mark === '\\right' || mark === '\\end') level = Math.max(0, level - 1)
    if (level > maxLevels) return false
  }
  return true
}
