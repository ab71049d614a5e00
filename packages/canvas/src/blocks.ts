import type { JSONContent } from '@tiptap/core'
import { formulaNode, formulaOf } from './formulas/formula-node.ts'
import { formulaText } from './formulas/formula-syntax.ts'
import { pictureNode, pictureOf } from './pictures/picture-node.ts'

type Kind =
  | 'paragraph'
  | `heading${1 | 2 | 3 | 4}`
  | 'bullet'
  | 'ordered'
  | 'task'
  | 'taskDone'
  | 'quote'
  | 'code'
  | 'row'
  | 'rule'
  | 'picture'

/** A block with its text as it is read, without marks. `depth` counts the lists and quotes around it. */
export type Block = { kind: Kind; depth: number; text: string }

/** Returns a document as a flat list of blocks, to compare two of them word by word. Empty paragraphs are left out. */
export function blocksOf(document: JSONContent): Block[] {
  const blocks: Block[] = []
  collect(document, 'paragraph', 0, blocks)
  return blocks
}

function collect(node: JSONContent, within: Kind, depth: number, blocks: Block[]): void {
  const below = (kind: Kind, deeper = 0) => {
    for (const child of node.content ?? []) collect(child, kind, depth + deeper, blocks)
  }
  const add = (kind: Kind, text: string) => blocks.push({ kind, depth, text })
  switch (node.type) {
    case 'paragraph': {
      const text = textOf(node)
      if (text !== '') add(within, text)
      return
    }
    case 'heading':
      return void add(`heading${levelOf(node)}`, textOf(node))
    case 'codeBlock':
      return void add('code', textOf(node))
    case 'horizontalRule':
      return void add('rule', '')
    case pictureNode:
      return void add('picture', pictureOf(node.attrs).alt)
    case 'tableRow':
      return void add('row', (node.content ?? []).map(textOf).join(' | '))
    case 'blockquote':
      return below('quote', 1)
    case 'orderedList':
      return below('ordered', 1)
    case 'bulletList':
    case 'taskList':
      return below('bullet', 1)
    case 'taskItem':
      return below(node.attrs?.['checked'] === true ? 'taskDone' : 'task')
    default:
      return below(within)
  }
}

const levelOf = ({ attrs }: JSONContent): 1 | 2 | 3 | 4 => {
  const level: unknown = attrs?.['level']
  return level === 1 || level === 2 || level === 3 ? level : 4
}

const textOf = (node: JSONContent): string => {
  if (node.type === 'hardBreak') return '\n'
  if (node.type === formulaNode) return formulaText(formulaOf(node.attrs))
  const text = node.text ?? ''
  return text + (node.content ?? []).map(textOf).join(node.type === 'tableCell' ? ' ' : '')
}
