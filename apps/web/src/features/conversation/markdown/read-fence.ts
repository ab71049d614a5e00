import type { Code } from 'mdast'
import { parseMarkdown } from './syntax.ts'

/** A fenced code block at an offset; `closed` when its last line is complete. */
export type Fence = { node: Code; end: number; closed: boolean }

/**
 * Reads fenced code at the left margin without the parser: long code streams in at the cost of its new lines only.
 * Gives the same node as the parser would.
 */
export function readFence(text: string, start: number): Fence | undefined {
  opening.lastIndex = start
  const found = opening.exec(text)
  if (!found) return undefined
  const [line, marks = ''] = found
  const [node] = parseMarkdown(line).children
  if (node?.type !== 'code') return undefined
  const from = start + line.length
  const closing = new RegExp(`^ {0,3}${marks[0]}{${marks.length},}[ \\t]*(\\n|$)`, 'gm')
  closing.lastIndex = from
  const closed = closing.exec(text)
  const value = text.slice(from, closed ? closed.index : text.length)
  const end = closed ? closed.index + closed[0].length : text.length
  return { node: { ...node, value: value.replace(/\n$/u, '') }, end, closed: closed?.[1] === '\n' }
}

// A row of marks is taken whole or not at all: trying every shorter one would cost the square of its length.
const opening = /(`{3,}(?=[^`\n]*\n)|~{3,}(?!~))[^\n]*\n/y
