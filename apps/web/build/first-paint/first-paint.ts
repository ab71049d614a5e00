import { minify, type Plugin, type ResolvedConfig } from 'vite'
import { addStylesheets } from './add-stylesheets.ts'
import { productPages } from './product-pages.ts'
import { drawFirstPaint } from './draw.ts'
import { firstPaintStyles } from './styles.ts'
import { firstPaintWords } from './words.ts'

const root = '<div id="root"></div>'
const stylesheets = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g

/**
 * Writes the first paint into the page: its styles into the head and, after the app's root element, the script that draws it. Preloads the
 * app's render-blocking stylesheets, which the script adds at the end of the head, so that styles of later screens still follow them.
 */
export function firstPaint(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'atrium:first-paint',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {}, filename }) {
        if (filename.endsWith('offline.html')) return html
        if (!html.includes(root)) throw new Error('The page has no place for its first paint.')
        const { css, classes } = await firstPaintStyles(config, Object.keys(bundle))
        const files = Array.from(html.matchAll(stylesheets), ([, file = '']) => file)
        const script = await asScript([
          calling(drawFirstPaint, {
            words: await firstPaintWords(),
            classes: usedIn(classes),
            productPages: productPages(),
          }),
          calling(addStylesheets, files),
        ])
        return html
          .replaceAll(stylesheets, (link) => link.replace('rel="stylesheet"', 'rel="preload" as="style"'))
          .replace('</head>', () => `  <style nonce="__NONCE__">${css}</style>\n  </head>`)
          .replace(root, () => `${root}\n    <script nonce="__NONCE__">${script}</script>`)
      },
    },
  }
}

/** Class names that the first paint uses as `file.part`, alone or before other classes. */
const partName = /["'`]([a-z-]+\.[a-zA-Z]+)(?: [a-z- ]+)?["'`]/g

/** Only the classes that the drawing names. */
function usedIn(classes: Record<string, string>): Record<string, string> {
  const names = Array.from(drawFirstPaint.toString().matchAll(partName), ([, name = '']) => name)
  const missing = names.filter((name) => !(name in classes))
  if (missing.length > 0) throw new Error(`The first paint uses missing styles: ${missing.join(', ')}.`)
  return Object.fromEntries(names.map((name) => [name, classes[name] ?? '']))
}

/** A function call with its input, as text. */
const calling = <Input>(run: (input: Input) => void, input: Input): string =>
  `(${run.toString()})(${JSON.stringify(input)})`

async function asScript(calls: string[]): Promise<string> {
  const { code } = await minify('first-paint.js', calls.join('\n;'), { module: false })
  // No phrase may close the element.
  return code.replaceAll('</', '<\\/').trim()
}
