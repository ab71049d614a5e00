const elements = new Set([
  'svg',
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'defs',
  'marker',
  'title',
  'desc',
  'clippath',
  'lineargradient',
  'radialgradient',
  'stop',
  'pattern',
  'symbol',
  'use',
  'mask',
  'filter',
  'fedropshadow',
  'fegaussianblur',
  'feoffset',
  'femerge',
  'femergenode',
  'feflood',
  'fecomposite',
])
const attributes = new Set([
  'id',
  'class',
  'style',
  'transform',
  'd',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'dx',
  'dy',
  'width',
  'height',
  'points',
  'viewbox',
  'preserveaspectratio',
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'marker-start',
  'marker-mid',
  'marker-end',
  'markerwidth',
  'markerheight',
  'markerunits',
  'refx',
  'refy',
  'orient',
  'offset',
  'stop-color',
  'stop-opacity',
  'gradientunits',
  'gradienttransform',
  'patternunits',
  'clip-path',
  'mask',
  'filter',
  'stddeviation',
  'flood-color',
  'flood-opacity',
  'in',
  'in2',
  'result',
  'operator',
  'text-anchor',
  'dominant-baseline',
  'alignment-baseline',
  'font-size',
  'font-weight',
  'font-style',
  'font-family',
  'text-decoration',
  'letter-spacing',
  'textlength',
  'lengthadjust',
  'role',
  'aria-label',
  'aria-labelledby',
  'aria-describedby',
  'aria-roledescription',
  'xml:space',
])

/** A drawing with only shapes, texts and their styles. */
export type SafeDrawing = { drawing: SVGElement; styles: string }

/** Sanitizes SVG text: removes everything that could run, link or load. Throws for anything else than SVG. */
export function safeDrawing(svg: string): SafeDrawing {
  // A style element without the page's nonce violates its policy even in a document that is only read.
  const readable = svg.replaceAll(/<(\/?)style\b/giu, '<$1drawing-style')
  const parsed = new DOMParser().parseFromString(readable, 'image/svg+xml').documentElement
  if (parsed.localName !== 'svg') throw new SyntaxError('Not a drawing')
  const styles = Array.from(parsed.querySelectorAll('drawing-style'), (style) =>
    safeStyles(style.textContent),
  )
  const drawing = parsed as unknown as SVGElement
  clean(drawing)
  return { drawing, styles: styles.join('\n') }
}

function clean(element: Element): void {
  for (const child of Array.from(element.children)) {
    if (elements.has(child.localName.toLowerCase())) clean(child)
    else child.remove()
  }
  for (const { name, value } of Array.from(element.attributes)) {
    const known = attributes.has(name.toLowerCase()) || name === 'xmlns'
    const ownReference = name === 'href' && element.localName === 'use' && value.startsWith('#')
    if (!(known && isLocal(value)) && !ownReference) element.removeAttribute(name)
  }
}

/** CSS escapes could hide an address from the pattern, so a value with one is refused. */
const isLocal = (value: string): boolean =>
  !/\\/u.test(value) && !/(?:url|image|image-set|src|expression)\s*\((?!\s*["']?#)/iu.test(value)

function safeStyles(css: string): string {
  return css
    .replaceAll(/@import[^;]*;?/giu, '')
    .replaceAll(/[^;{}]*(?:\\|(?:url|image|image-set|src|expression)\s*\((?!\s*["']?#))[^;{}]*;?/giu, '')
}
