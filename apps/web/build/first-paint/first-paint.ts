import { minify, type Plugin, type ResolvedConfig } from 'vite'
import { addStylesheets } from './add-stylesheets.ts'
import { drawFirstPaint } from './draw.ts'
import { firstPaintStyles } from './styles.ts'
import { firstPaintWords } from './words.ts'

const root = '<div id="root"></div>'
const stylesheets = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g

/**
 * Writes the first paint into the page: its styles into the head and, behind the element in which the app will stand, the
 * few lines that draw it. The app's stylesheets, which would hold it up, are fetched ahead and added by those lines:
 * at the end of the head, so that styles which come later with a screen still stand behind them.
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
      async handler(html) {
        if (!html.includes(root)) throw new Error('The page has no place for its first paint.')
        const { css, classes } = await firstPaintStyles(config)
        const files = Array.from(html.matchAll(stylesheets), ([, file = '']) => file)
        const script = await asScript([
          calling(drawFirstPaint, { words: await firstPaintWords(), classes: usedIn(classes) }),
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

/** What the drawing names as `file.part`, alone or before other classes. */
const partName = /["'`]([a-z-]+\.[a-zA-Z]+)(?: [a-z- ]+)?["'`]/g

/** Only the classes that the drawing names. */
function usedIn(classes: Record<string, string>): Record<string, string> {
  const names = Array.from(drawFirstPaint.toString().matchAll(partName), ([, name = '']) => name)
  const missing = names.filter((name) => !(name in classes))
  if (missing.length > 0)
    throw new Error(`The first paint draws with styles that are not there: ${missing.join(', ')}.`)
  return Object.fromEntries(names.map((name) => [name, classes[name] ?? '']))
}

/** A function of ours with what it is given, as text. */
const calling = <Input>(run: (input: Input) => void, input: Input): string =>
  `(${run.toString()})(${JSON.stringify(input)})`

async function asScript(calls: string[]): Promise<string> {
  const { code } = await minify('first-paint.js', calls.join('\n;'), { module: false })
  // Nothing in a phrase may end the element.
  return code.replaceAll('</', '<\\/').trim()
}
