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

/** Markup reduced to what a reader of Markdown means by it, so that two ways of writing the same compare as equal. */
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
  if (localName === 'a' && !/^(?:https?|mailto):/iu.test(node.getAttribute('href') ?? '')) return inside()
  return `<${localName}${attributes(node)}>${inside()}</${localName}>`
}

function writeText(node: Node): string {
  const text = node.textContent ?? ''
  // HTML ends code with a line break that nobody sees.
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
    (name) => [name, element.getAttribute(name)] as const,
  )
  return [...kept, ['align', align] as const]
    .filter(([name, value]) => value !== null && (value !== '' || name === 'checked'))
    .map(([name, value]) => ` ${name}="${name === 'href' ? encodeURI(decodeURI(value!)) : value}"`)
    .join('')
}
