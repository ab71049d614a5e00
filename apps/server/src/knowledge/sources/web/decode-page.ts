const marks: [string, string][] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]
/** How much of a page is looked through for what it says of itself (HTML, 13.2.3.2). */
const lookedAtBytes = 1024

/**
 * The text of a page in the encoding that its mark, the header it came with or the page itself names, in this order; without
 * any of these in UTF-8 when it is that, else in Windows-1252 like the browsers do.
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

/** A page that can say so in letters of one byte is not in UTF-16, whatever it says. */
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
