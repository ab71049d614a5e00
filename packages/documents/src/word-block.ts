/** A run of text with one formatting. Lines are separated by `\n`. */
export type WordRun = {
  text: string
  isBold?: true
  isItalic?: true
  isStruck?: true
  /** By a character style for code. */
  isCode?: true
  /** TeX, by the character style of an exported canvas. */
  isFormula?: true
  /** A link's target, as the file has it. */
  url?: string
}

/** The role of a paragraph, by its style. A label names the language of the code below it; a rule is a line across the page. */
export type WordRole = 'text' | 'title' | 'heading' | 'quote' | 'code' | 'codeLabel' | 'formula' | 'rule'

export type WordParagraph = {
  kind: 'paragraph'
  role: WordRole
  /** Of a heading: 1 is the outermost. */
  level?: number
  /** Of an item: its depth from 0, and the number of an ordered one. `id` differs between lists. */
  item?: { depth: number; id: string; number: number | null }
  /** Left indent in twentieths of a point; 0 for none. */
  indent: number
  runs: WordRun[]
}

/** A table; all rows have the same number of cells, merged ones are followed by empty ones. */
export type WordTable = {
  kind: 'table'
  /** Whether the first row is marked as a header. */
  hasHeader: boolean
  /** Rows of cells of paragraphs. */
  rows: WordParagraph[][][]
}

/** A block of a Word document with its formatting, in reading order. */
export type WordBlock = WordParagraph | WordTable
