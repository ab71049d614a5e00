const marks: [string, string][] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]
/** How much of a page is searched for its declared encoding (HTML, 13.2.3.2). */
const lookedAtBytes = 1024

/**
 * Decodes a page by its byte order mark, its content type header or its own declaration, in this order; otherwise as UTF-8 if
 * valid, else as Windows-1252 like browsers do.
 */
export function decodePage(bytes: Buffer, contentType: string): string {
  const said = markOf(bytes) ?? known(inHeader(contentType)) ?? known(inPage(bytes))
  if (said) return new TextDecoder(said).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const markOf = (bytes: Buffer) =>
  marks.find(([mark]) => bytes.subarray(0, mark.length / 2).toString('hex') === mark)?.[1]

const inHeader = (contentType: string) => /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1]

/** A page whose declaration is readable as single bytes is not UTF-16, whatever it declares. */
function inPage(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, lookedAtBytes).toString('latin1')
  const said =
    /<meta[^>]{0,500}charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  return said && /^utf-?16/i.test(said) ? 'utf-8' : said
}

function known(label: string | undefined): string | undefined {
  try {
    return label && new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}
