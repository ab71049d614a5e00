import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { preprocessCSS, type ResolvedConfig } from 'vite'

const root = path.join(import.meta.dirname, '../../../..')

/** The app's own stylesheets that the first paint draws with. */
const plain = ['packages/ui/src/tokens.css', 'packages/ui/src/base.css']
const modules = [
  'packages/ui/src/components/navigation-progress',
  'apps/web/src/features/identity/auth-layout',
  'apps/web/src/lib/forms/form',
  'apps/web/src/lib/forms/field',
  'apps/web/src/features/pages/brand',
  'apps/web/src/shell/shell',
  'apps/web/src/shell/shell-header',
  'apps/web/src/shell/shell-skeleton',
  'apps/web/src/features/chat/screen/chat',
  'apps/web/src/features/chat/composer/composer',
  'packages/ui/src/components/growing-text',
]
const own = 'apps/web/build/first-paint/first-paint.css'

/** Fallback font faces based on system fonts. */
const localFaces = /@font-face\s*\{[^}]*src:\s*local\([^}]*\}/g
/**
 * The font face of headings. Loaded with the first paint instead of with the page's stylesheet: the running page then paints the greeting
 * no larger than the first paint. Other faces come with the stylesheet.
 */
const headingFace = /@font-face\s*\{[^}]*url\('[^']*\/(source-serif-4-latin-wght-normal)\.woff2'\)[^}]*\}/

export type FirstPaintStyles = {
  css: string
  /** By `file.name`, as `auth-layout.title`: the class that the build gives it. */
  classes: Record<string, string>
}

/** The styles of the first paint, with the build's class names, so that the app looks the same. */
export async function firstPaintStyles(
  config: ResolvedConfig,
  /** Built files; empty in development, where font faces come with the stylesheet. */
  built: readonly string[],
): Promise<FirstPaintStyles> {
  const read = (file: string) => readFile(path.join(root, file), 'utf8')
  const allFaces = await read('packages/ui/src/fonts.css')
  const fonts = [...(allFaces.match(localFaces) ?? []), headingFaceIn(allFaces, built)].join('\n')
  const classes: Record<string, string> = {}
  const ofModules: string[] = []
  for (const module of modules) {
    const file = path.join(root, `${module}.module.css`)
    const made = await preprocessCSS(await readFile(file, 'utf8'), file, config)
    ofModules.push(made.code)
    for (const [name, className] of Object.entries(made.modules ?? {}))
      classes[`${path.basename(module)}.${name}`] = className
  }
  const css = [fonts, ...(await Promise.all(plain.map(read))), ...ofModules, await read(own)].join('\n')
  return { css: withoutAir(css), classes }
}

function headingFaceIn(allFaces: string, built: readonly string[]): string {
  const [face, name] = headingFace.exec(allFaces) ?? []
  if (face === undefined || name === undefined) throw new Error('The font face of headings is missing.')
  const file = built.find((one) => one.includes(`/${name}-`))
  if (file === undefined && built.length > 0)
    throw new Error('The font face of headings is not in the build.')
  return file === undefined ? '' : face.replace(/url\('[^']*'\)/, `url('/${file}')`)
}

const withoutAir = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
