import type { Passage, TranslationState } from './translation-state.ts'

/** The translated parts as Markdown with the structure of the document. Passages without a translation keep the original text. */
export function asMarkdown({ parts, done }: TranslationState): string {
  const blocks: string[] = []
  let before: Passage['kind'] | null = null
  for (const { first, passages } of parts) {
    const output = done.get(first)
    if (!output) continue
    for (const [index, passage] of passages.entries()) {
      const text = output.texts[index] ?? passage.text
      const written = blockOf(passage, text)
      const isJoined =
        (passage.kind === 'row' && before === 'row' && !passage.isFirst) ||
        (passage.kind === 'item' && before === 'item')
      if (passage.continues && blocks.length > 0) blocks.push(`${blocks.pop() ?? ''} ${inline(text)}`)
      else if (isJoined) blocks.push(`${blocks.pop() ?? ''}\n${written}`)
      else blocks.push(passage.kind === 'row' ? `${written}\n${dividerOf(text)}` : written)
      before = passage.kind
    }
  }
  return blocks.join('\n\n')
}

function blockOf({ kind, level = 1 }: Passage, text: string): string {
  if (kind === 'heading') return `${'#'.repeat(Math.min(6, Math.max(1, level)))} ${inline(text)}`
  if (kind === 'item') return `- ${inline(text)}`
  if (kind === 'row') return `| ${cellsOf(text).map(inline).join(' | ')} |`
  return paragraph(text)
}

export const cellsOf = (row: string): string[] => row.split(' | ').map((cell) => cell.trim())

const dividerOf = (row: string): string =>
  `| ${cellsOf(row)
    .map(() => '---')
    .join(' | ')} |`

/** Escapes the text of a document, which isn't Markdown; not the closing bracket, whose escape would end a formula. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_[<>~|$]/g, String.raw`\$&`)

const inline = (text: string): string => escaped(text.replaceAll(/\s+/g, ' ').trim())

/** Keeps line breaks, and escapes lines that begin like a heading or a list. */
const paragraph = (text: string): string =>
  escaped(text.trim())
    .split(/\s*\n\s*/)
    .map((line) =>
      line.replace(/^(?=[#+-](?:\s|#))/, '\\').replace(/^(\d{1,9})([.)])(?=\s)/, String.raw`$1\$2`),
    )
    .join('  \n')
