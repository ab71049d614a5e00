import { limits } from '@atrium/contract'
import { base64Of } from '../base64-of.ts'

/** A file for a new canvas, titled by its name: its text, or the bytes of a Word document, which the server reads. */
export type CanvasFile = { title: string } & ({ markdown: string } | { base64: string })
type Problem = { problem: 'notText' | 'tooLarge' | 'empty' }

/** A text of maximum length never needs more bytes. */
const maxBytes = limits.canvasMarkdownCharacters * 4

/** Reads a Markdown file, a text file or a Word document for a new canvas. */
export async function readCanvasFile(file: File): Promise<CanvasFile | Problem> {
  return /\.docx$/i.test(file.name) ? await readWord(file) : await readText(file)
}

async function readWord(file: File): Promise<CanvasFile | Problem> {
  if (file.size > limits.canvasFileBytes) return { problem: 'tooLarge' }
  if (file.size === 0) return { problem: 'empty' }
  return { title: titleOf(file.name), base64: base64Of(new Uint8Array(await file.arrayBuffer())) }
}

async function readText(file: File): Promise<CanvasFile | Problem> {
  if (file.size > maxBytes) return { problem: 'tooLarge' }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return { problem: 'notText' }
  }
  if (text.includes('\0')) return { problem: 'notText' }
  const markdown = text.replaceAll('\r\n', '\n').trim()
  if (markdown === '') return { problem: 'empty' }
  if (markdown.length > limits.canvasMarkdownCharacters) return { problem: 'tooLarge' }
  return { title: titleOf(file.name), markdown }
}

const titleOf = (name: string): string =>
  name
    .replace(/\.(?:md|markdown|txt|docx)$/i, '')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, limits.canvasTitleCharacters)
