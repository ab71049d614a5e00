import { Parser } from 'htmlparser2'

/** Returns the text of a snippet of HTML on one line, without tags and with its entities decoded. */
export function plainText(html: string): string {
  let text = ''
  const parser = new Parser({ ontext: (piece) => void (text += piece) }, { decodeEntities: true })
  parser.end(html)
  return text.replaceAll(/\s+/gu, ' ').trim()
}
