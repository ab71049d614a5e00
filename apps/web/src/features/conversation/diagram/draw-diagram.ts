import mermaid from 'mermaid'
import { styleNonce } from '@atrium/ui/style-nonce.ts'
import { diagramTheme } from './diagram-theme.ts'
import { withNoncedStyles } from './nonced-styles.ts'
import { safeDrawing } from './safe-drawing.ts'

/** A finished drawing. */
export type DrawnDiagram = {
  /** Puts it into an element, its styles and ids shut off from the page's. */ showIn: (
    place: HTMLElement,
  ) => void
}

/** A source longer than this (characters) is not drawn. */
const maxSourceCharacters = 20_000
let drawn = 0
let queue: Promise<unknown> = Promise.resolve()

/** Renders a Mermaid source. Rejects invalid ones; fetches nothing, whatever the source says. */
export function drawDiagram(source: string, dark: boolean): Promise<DrawnDiagram> {
  // Mermaid's settings are global, so drawings wait for each other.
  const next = queue.then(() => draw(source, dark))
  queue = next.catch(() => {})
  return next
}

async function draw(source: string, dark: boolean): Promise<DrawnDiagram> {
  if (source.length > maxSourceCharacters) throw new RangeError('The diagram is too long to draw')
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    // The default is ELK, which is left out of the build.
    layout: 'dagre',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    suppressErrorRendering: true,
    secure: [
      'secure',
      'securityLevel',
      'startOnLoad',
      'maxTextSize',
      'maxEdges',
      'suppressErrorRendering',
      'htmlLabels',
      'flowchart',
      'theme',
      'themeVariables',
      'themeCSS',
      'fontFamily',
      'dompurifyConfig',
      'layout',
      'look',
    ],
    ...diagramTheme(dark),
  })
  const { svg } = await withNoncedStyles(styleNonce(), () =>
    mermaid.render(`diagram-${++drawn}`, withoutImages(withoutMenus(source))),
  )
  const { drawing, styles } = safeDrawing(svg)
  return {
    showIn(place) {
      const shadow = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        `svg { display: block; margin-inline: auto; max-inline-size: 100%; block-size: auto }\n${styles}\n.edgeLabel rect, .labelBkg { fill: var(--surface) !important; opacity: 1 !important }`,
      )
      shadow.adoptedStyleSheets = [sheet]
      shadow.replaceChildren(document.importNode(drawing, true))
    },
  }
}

/** Mermaid puts label images into the page to measure them, which would fetch them: removes their addresses first. */
function withoutImages(source: string): string {
  return source
    .replaceAll(/<\s*(img|image|iframe|object|embed|video|audio|source|link|style|script|svg)\b/giu, '&lt;$1')
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/\bimg\s*:\s*(["'])(?:(?!\1).)*\1/giu, 'img: ""')
    .replaceAll(/url\s*\(|@import|image-set\s*\(/giu, 'none(')
}

/** Links of a sequence diagram's actors become menus with inline handlers, which the page's policy blocks. */
const withoutMenus = (source: string): string =>
  source.replaceAll(/^[ \t]*links?[ \t]+[^\n:]+:[^\n]*$/gimu, '')
