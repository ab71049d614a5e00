import type { Language } from '../language/languages.ts'
import { sentencesOf } from '../language/words.ts'

/** A separable block of Markdown. `text` is its plain text, `source` its Markdown. */
export interface Block {
  kind: 'heading' | 'sentence' | 'item' | 'row' | 'code'
  text: string
  source: string
  /** Pieces of one paragraph, list or table have the same number. */
  group: number
}

const heading = /^#{1,6}\s+/
const item = /^\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ x]\]\s+)?/
const row = /^\s*\|.*\|\s*$/
const ruler = /^\s*\|?[\s:|-]+\|?\s*$/
const fence = /^\s*(?:```|\$\$)/

/** Cuts Markdown into headings, sentences, list items, table rows and blocks of code or mathematics. */
export function blocksOf(markdown: string, language: Language): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  let group = 0
  const endParagraph = () => {
    const plain = paragraph.join(language === 'zh' ? '' : ' ')
    group++
    for (const text of sentencesOf(plain, language))
      blocks.push({ kind: 'sentence', text, source: text, group })
    paragraph = []
    group++
  }
  const lines = markdown.replaceAll('\r', '').split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const kind = kindOf(line)
    if (kind === null) {
      if (line.trim() === '') endParagraph()
      else paragraph.push(line.replace(/^\s*>\s?/, '').trim())
      continue
    }
    if (paragraph.length > 0) endParagraph()
    if (kind === 'code') {
      const end = lines.findIndex((one, index) => index > at && fence.test(one))
      const last = end === -1 ? lines.length - 1 : end
      blocks.push({ kind, text: '', source: lines.slice(at, last + 1).join('\n'), group: group++ })
      at = last
    } else
      blocks.push({
        kind,
        text: textOf(line, kind),
        source: line,
        group: kind === 'heading' ? group++ : group,
      })
  }
  endParagraph()
  return blocks
}

function kindOf(line: string): Exclude<Block['kind'], 'sentence'> | null {
  if (fence.test(line)) return 'code'
  if (heading.test(line)) return 'heading'
  if (row.test(line)) return 'row'
  return item.test(line) ? 'item' : null
}

function textOf(line: string, kind: 'heading' | 'item' | 'row'): string {
  if (kind === 'heading') return line.replace(heading, '').trim()
  if (kind === 'item') return line.replace(item, '').trim()
  if (ruler.test(line)) return ''
  const cells = line.split('|').map((cell) => cell.trim())
  return cells.filter((cell) => cell !== '').join(', ')
}

/** Quotable content: sentences, items and rows that have words. */
export const sayable = (blocks: Block[]): Block[] =>
  blocks.filter(({ kind, text }) => kind !== 'heading' && kind !== 'code' && text !== '')

/** Writes blocks as Markdown again: pieces of one paragraph, list or table stay together. */
export function writeBlocks(blocks: Block[], language: Language): string {
  const parts: { group: number; kind: Block['kind']; sources: string[] }[] = []
  for (const { group, kind, source } of blocks) {
    const last = parts.at(-1)
    if (last && last.group === group && last.kind === kind) last.sources.push(source)
    else parts.push({ group, kind, sources: [source] })
  }
  const between = (kind: Block['kind']) => (kind !== 'sentence' ? '\n' : language === 'zh' ? '' : ' ')
  return parts.map(({ kind, sources }) => sources.join(between(kind))).join('\n\n')
}
