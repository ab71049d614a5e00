import { limits } from '@atrium/contract'

export type ReadCanvasFile =
  | { title: string; markdown: string }
  | { problem: 'notText' | 'tooLarge' | 'empty' }

/** No text of the largest length needs more bytes. */
const maxBytes = limits.canvasMarkdownCharacters * 4

/** Reads a Markdown or text file for a new canvas, titled by its name. */
export async function readCanvasFile(file: File): Promise<ReadCanvasFile> {
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
    .replace(/\.(?:md|markdown|txt)$/i, '')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, limits.canvasTitleCharacters)
