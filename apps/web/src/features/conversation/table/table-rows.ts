import type { Element } from 'hast'
import type { Definition, FootnoteDefinition } from 'mdast'
import { createContext } from 'react'
import { furtherRows, type Block } from '../markdown/block.ts'
import { toHast } from '../markdown/to-hast.ts'
import { tableParts } from './table-text.ts'

type Definitions = ReadonlyMap<string, Definition | FootnoteDefinition>

/** The rows that continue a table, piece by piece as they were read; each piece becomes a tree only when it is wanted. */
export type TableRest = { pieces: readonly Block[]; definitions: Definitions; citations: boolean }

const noRest: TableRest = { pieces: [], definitions: new Map(), citations: false }
export const TableRestContext = createContext(noRest)

const trees = new WeakMap<Block, Element>()

/** The table body of a piece; the same object while the piece is the same. */
export function bodyOf(piece: Block, { definitions, citations }: TableRest): Element {
  const known = trees.get(piece)
  if (known) return known
  const [part] = toHast(piece.nodes, definitions.values(), { citations }).children
  const data = part?.type === 'element' ? part.data?.part : undefined
  const table: Element = data?.part === 'table' ? data.table : emptyTable
  const { body } = tableParts(table)
  trees.set(piece, body)
  return body
}

const emptyTable: Element = { type: 'element', tagName: 'table', properties: {}, children: [] }

export const rowCount = (pieces: readonly Block[]): number =>
  pieces.reduce((count, piece) => count + furtherRows(piece).length, 0)
