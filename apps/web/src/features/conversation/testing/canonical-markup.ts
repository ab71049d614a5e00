const blocks = new Set([
  'P',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'UL',
  'OL',
  'LI',
  'BLOCKQUOTE',
  'HR',
  'PRE',
  'TABLE',
  'THEAD',
  'TBODY',
  'TR',
  'TD',
  'TH',
  'BODY',
  'DIV',
  'FIGURE',
])

/** Normalizes markup to its meaning, so that equivalent forms compare as equal. */
export function canonical(html: string): string {
  return [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].map(write).join('')
}

function write(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return writeText(node)
  if (!(node instanceof Element)) return ''
  const { localName } = node
  const inside = () => [...node.childNodes].map(write).join('')
  // Our frames: code with its head, a table with its tools, a picture that waits.
  if (localName === 'figure') return write(node.querySelector('pre')!)
  if (localName === 'div' && node.querySelector(':scope > [role=group]'))
    return write(node.querySelector('table')!)
  if (localName === 'span' && /imagePlaceholder/u.test(node.className))
    return `(${node.querySelector('[class*=imageAlt]')?.textContent ?? ''})`
  if (localName === 'img') return writeImage(node)
  if (localName === 'div' || localName === 'span') return inside()
  if (localName === 'a' && redirectTargetOf(node) === null) return inside()
  return `<${localName}${attributes(node)}>${inside()}</${localName}>`
}

function writeText(node: Node): string {
  const text = node.textContent ?? ''
  // HTML ends code with an invisible line break.
  if (node.parentElement?.closest('pre')) return text.replace(/\n$/u, '')
  const besideBlock = [node.previousSibling, node.nextSibling].some(
    (beside) => beside === null || blocks.has(beside.nodeName) || beside.nodeName === 'BR',
  )
  const reduced = text.replaceAll(/[ \n\t]+/gu, ' ')
  return besideBlock
    ? reduced
        .replace(
          node.previousSibling === null ||
            blocks.has(node.previousSibling.nodeName) ||
            node.previousSibling.nodeName === 'BR'
            ? /^ /u
            : /(?!)/u,
          '',
        )
        .replace(
          node.nextSibling === null ||
            blocks.has(node.nextSibling.nodeName) ||
            node.nextSibling.nodeName === 'BR'
            ? / $/u
            : /(?!)/u,
          '',
        )
    : reduced
}

/** Where a link leads by UI-01: http, https and mail addresses as they are, a host by https, a path on this site; null for every other. */
function redirectTargetOf(link: Element): string | null {
  const written = link.getAttribute('href') ?? ''
  if (/^(?:https?:\/\/|mailto:)/iu.test(written)) return written
  if (/^localhost:\d/iu.test(written)) return `https://${written}`
  const isPath = written !== '' && !written.startsWith('#') && !/^[a-z][a-z\d+.-]*:/iu.test(written)
  return isPath ? `${location.origin}/${written.replace(/^\/+/u, '')}` : null
}

function writeImage(image: Element): string {
  const source = new URL(image.getAttribute('src') ?? '', location.origin)
  const remote = source.origin !== location.origin
  return remote
    ? `(${image.getAttribute('alt') ?? ''})`
    : `<img ${source.href} ${image.getAttribute('alt') ?? ''} ${image.getAttribute('title') ?? ''}>`
}

function attributes(element: Element): string {
  const align = element.getAttribute('align') ?? (element as HTMLElement).style.textAlign
  const kept = ['href', 'title', 'start', 'type', 'checked'].map(
    (name) => [name, name === 'href' ? redirectTargetOf(element) : element.getAttribute(name)] as const,
  )
  return [...kept, ['align', align] as const]
    .filter(([name, value]) => value !== null && (value !== '' || name === 'checked'))
    .map(([name, value]) => ` ${name}="${name === 'href' ? encodeURI(decodeURI(value!)) : value}"`)
    .join('')
}
