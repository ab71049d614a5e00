import type { Plugin, Rolldown } from 'vite'

/** The first screens of a signed-in user: the frame, a chat, and the current account and room. */
const roots = [
  /\/routes\/_app\.tsx\?tsr-split=/,
  /\/routes\/_app\/chat\/\$chatId\.tsx\?tsr-split=/,
  /\/entities\/accounts\/queries\.ts$/,
]
const isRoot = (id: string) => roots.some((pattern) => pattern.test(id))
/** Routes are separate entries that import from this chunk. */
const isSplit = (id: string) => id.includes('?tsr-split=')
const isEntry = (id: string) => id.endsWith('/apps/web/src/main.tsx')
const phrases = /\/packages\/phrases\/src\/\w\w\//
/** A language's phrases for signed-in users. */
const catalogue = /\/packages\/phrases\/src\/(\w\w)\/(first-page|chat)\/index\.ts$/

/**
 * One chunk for everything that the roots need and the signed-out page doesn't, instead of one per combination of screens: each file is a
 * request. Contains no module of the first page, and all other dependencies.
 */
export function signedInGroup({
  firstPage,
  crumbs,
}: {
  firstPage: RegExp
  crumbs: RegExp
}): Rolldown.CodeSplittingGroup {
  const known = new Map<string, Needing>()
  const isFirst = (id: string) => isEntry(id) || firstPage.test(id)
  return {
    name: (id, context) => {
      if (isFirst(id) || isSplit(id) || phrases.test(id)) return null
      if (crumbs.test(id)) return signedIn
      const needing = whoNeeds(id, { context, known, isFirst })
      return needing.has('screens') && !needing.has('first page') ? signedIn : null
    },
    includeDependenciesRecursively: true,
  }
}

const isIndex = /\/features\/[^/]+\/index\.ts$/

type Search = {
  context: Rolldown.ChunkingContext
  known: Map<string, Needing>
  isFirst: (id: string) => boolean
}
type Needing = Set<'first page' | 'screens'>

/** Whether a module is loaded with the first page or with the screens, through static imports. */
function whoNeeds(module: string, { context, known, isFirst }: Search): Needing {
  const found: Needing = new Set()
  const ways = new Set([module])
  for (const id of ways) {
    // An index is imported for one of its parts, so its importers don't need the others.
    if (isIndex.test(id)) continue
    if (isFirst(id)) found.add('first page')
    if (isRoot(id)) found.add('screens')
    const before = known.get(id)
    if (before) for (const who of before) found.add(who)
    else for (const importer of context.getModuleInfo(id)?.importers ?? []) ways.add(importer)
  }
  known.set(module, found)
  return found
}

const signedIn = 'signed-in'

/** The place in the page's head where the files are written. */
const place = '/* __FILES_OF_THE_SIGNED_IN__ */ {}'

/**
 * Lists in the page's head the files that signed-in people need besides the page's own, so that the browser loads them in parallel instead
 * of one import after another. Format: `{ files: [...], en: [...], fr: [...] }`, paths of the site; each language lists its phrases.
 */
export function preloadSignedIn(): Plugin {
  return {
    name: 'atrium:preload-signed-in',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        if (filename.endsWith('offline.html')) return html
        if (!bundle) return html
        if (!html.includes(place)) this.error('The page has no place for the files of who is signed in.')
        // A file of the first page imports one for signed-in people: its module belongs to the first page's files.
        if (html.includes(`/${signedIn}-`))
          this.error('The first page needs what only screens behind the sign-in should.')
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
        const filesOf = (needed: Rolldown.OutputChunk[]) =>
          withImports(needed, byName).filter((file) => !html.includes(file))

        const opened = chunks.filter(
          ({ moduleIds, facadeModuleId }) => moduleIds.some(isRoot) || isRoot(facadeModuleId ?? ''),
        )
        if (opened.length === 0) this.error('What somebody signed in opens first has gone.')
        const files = filesOf(opened)
        const written: Record<string, string[]> = { files }
        for (const chunk of chunks) {
          const language = catalogue.exec(chunk.facadeModuleId ?? '')?.[1]
          // English phrases of the first page are in the program: their file only re-exports them.
          if (!language || chunk.moduleIds.length === 0) continue
          const ofLanguage = filesOf([chunk]).filter((file) => !files.includes(file))
          written[language] = [...(written[language] ?? []), ...ofLanguage]
        }
        return html.replace(place, JSON.stringify(written))
      },
    },
  }
}

/** Paths of chunks, of their imports, and of the styles of all of them. */
function withImports(chunks: Rolldown.OutputChunk[], byName: Map<string, Rolldown.OutputChunk>): string[] {
  const scripts = new Set(chunks)
  for (const chunk of scripts)
    for (const name of chunk.imports) {
      const imported = byName.get(name)
      if (imported) scripts.add(imported)
    }
  const styles = Array.from(scripts).flatMap((chunk) => Array.from(chunk.viteMetadata?.importedCss ?? []))
  return [...styles, ...Array.from(scripts, ({ fileName }) => fileName)].map((file) => `/${file}`)
}
