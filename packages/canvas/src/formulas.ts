import { Extension, type JSONContent } from '@tiptap/core'

/** `$$…$$`, or `$…$` on one line whose dollars touch what is between: `$5 and $6` is no formula. Code may begin between two prices. */
const formula = /\$\$[^$`]+\$\$|\$(?![\s$])[^$`\n]*?(?<![\s\\])\$(?![\d$])/u
const everyFormula = new RegExp(formula, 'gu')

/** Mathematics in a text, which is kept as its source: backslashes, underscores and stars in it are no Markdown. */
export const Formulas = Extension.create({
  name: 'formulas',
  markdownTokenName: 'formula',
  markdownTokenizer: {
    name: 'formula',
    level: 'inline',
    start: (text) => text.search(formula),
    tokenize(text) {
      const found = formula.exec(text)
      return found?.index === 0 ? { type: 'formula', raw: found[0], text: found[0] } : undefined
    },
  },
  parseMarkdown: ({ raw = '' }, { createTextNode }) => createTextNode(raw),
})

// Private use characters, which no Markdown means.
const [before, after] = ['\u{F0000}', '\u{F0001}']
const placeholders = new RegExp(`${before}(\\d+)${after}`, 'gu')

/** Serializes a document with its formulas as they are, which the serializer would escape. */
export function withFormulas(document: JSONContent, serialize: (document: JSONContent) => string): string {
  const kept: string[] = []
  const keep = (source: string): string => `${before}${kept.push(source) - 1}${after}`
  const held = (text: string): string =>
    // The serializer indents and quotes line by line.
    text.replaceAll(everyFormula, (source) => source.split('\n').map(keep).join('\n'))
  return serialize(mapTexts(document, held)).replaceAll(
    placeholders,
    (placeholder, index: string) => kept[Number(index)] ?? placeholder,
  )
}

/** Changes the texts of a document that are no code; in tables, those without the sign between cells. */
function mapTexts(node: JSONContent, change: (text: string) => string, isInTable = false): JSONContent {
  if (node.type === 'codeBlock') return node
  if (node.type === 'text') {
    const { text = '', marks = [] } = node
    const isKept = marks.some(({ type }) => type === 'code') || (isInTable && text.includes('|'))
    return isKept ? node : { ...node, text: change(text) }
  }
  const isTable = isInTable || node.type === 'table'
  const content = node.content?.map((child) => mapTexts(child, change, isTable))
  return content ? { ...node, content } : node
}
