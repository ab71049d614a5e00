import { Parser } from 'htmlparser2'
import type { ReadEvent } from '../block.ts'

const silent = new Set(['script', 'style', 'head', 'template'])
const blocks =
  /^(p|div|h[1-6]|li|ul|ol|tr|table|br|blockquote|pre|section|article|header|footer|dd|dt|body|html)$/

/** The text of an embedded web page, as blocks. */
export async function* readHtml(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadEvent> {
  const texts: { text: string; level?: number }[] = []
  let text = ''
  let silence = 0
  function end(level?: number): void {
    const whole = text.replace(/\s+/g, ' ').trim()
    if (whole !== '') texts.push({ text: whole, ...(level !== undefined && { level }) })
    text = ''
  }
  const parser = new Parser({
    onopentag(name) {
      if (silent.has(name)) silence += 1
      if (blocks.test(name)) end()
    },
    ontext(more) {
      if (silence === 0) text += more
    },
    onclosetag(name) {
      if (silent.has(name)) silence -= 1
      if (blocks.test(name)) end(/^h[1-6]$/.test(name) ? Number(name.slice(1)) : undefined)
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }))
  parser.end()
  end()
  for (const { text: said, level } of texts)
    yield {
      type: 'block',
      block: {
        kind: level === undefined ? 'paragraph' : 'heading',
        ...(level !== undefined && { level }),
        text: said,
        place: {},
      },
    }
}
