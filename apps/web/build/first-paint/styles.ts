import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { preprocessCSS, type ResolvedConfig } from 'vite'

const root = path.join(import.meta.dirname, '../../../..')

/** The app's own stylesheets that the first paint draws with. */
const plain = ['packages/ui/src/tokens.css', 'packages/ui/src/base.css']
const modules = [
  'packages/ui/src/components/navigation-progress',
  'apps/web/src/features/identity/auth-layout',
  'apps/web/src/features/identity/form',
  'apps/web/src/features/identity/field',
  'apps/web/src/features/pages/brand',
  'apps/web/src/shell/shell',
  'apps/web/src/shell/shell-header',
  'apps/web/src/shell/shell-skeleton',
  'apps/web/src/features/chat/chat',
  'apps/web/src/features/chat/composer',
]
const own = 'apps/web/build/first-paint/first-paint.css'

/** Faces of the house that are made of the system's fonts: the others come with the page's stylesheet. */
const localFaces = /@font-face\s*\{[^}]*src:\s*local\([^}]*\}/g

export type FirstPaintStyles = {
  css: string
  /** By `file.name`, as `auth-layout.title`: the class that the build gives it. */
  classes: Record<string, string>
}

/** The styles of the first paint, and what its parts are called in the very build: what comes later looks the same. */
export async function firstPaintStyles(config: ResolvedConfig): Promise<FirstPaintStyles> {
  const read = (file: string) => readFile(path.join(root, file), 'utf8')
  const fonts = ((await read('packages/ui/src/fonts.css')).match(localFaces) ?? []).join('\n')
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

const withoutAir = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
