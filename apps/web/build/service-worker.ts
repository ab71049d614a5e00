import path from 'node:path'
import { type Language, languages } from '@atrium/contract'
import { build, type Plugin, type Rolldown } from 'vite'
import { type OfflineFiles, offlinePage } from '../src/service-worker/offline-files.ts'

/** The renderer of answers, which the page without a connection loads while it runs. */
const loadedLater = /\/src\/offline\/kept-turns\.tsx$/
/** The phrases that it shows. */
const phrasesIn = (language: Language) =>
  new RegExp(`/packages/phrases/src/${language}/(first-page|offline|chat)/index\\.ts$`)

/**
 * Builds `sw.js` beside the page: the service worker, with the list of the files that the page without a connection needs. Its name
 * has no hash, since browsers ask for it by name to find updates.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'atrium:service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = offlineFiles(bundle)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await compiled(files) })
      },
    },
  }
}

/** Scripts and styles of the page without a connection, with everything that they import. */
function offlineFiles(bundle: Rolldown.OutputBundle): OfflineFiles {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entry = chunks.find(({ isEntry, name }) => isEntry && name === 'offline')
  if (!entry) throw new Error('The page without a connection is not built.')
  const chunksWith = (pattern: RegExp) =>
    chunks.filter(({ moduleIds, facadeModuleId }) =>
      [...moduleIds, facadeModuleId ?? ''].some((id) => pattern.test(id)),
    )
  const pathsOf = (first: readonly Rolldown.OutputChunk[]) => {
    const needed = new Set(first)
    for (const chunk of needed)
      for (const imported of chunk.imports) {
        const found = byName.get(imported)
        if (found) needed.add(found)
      }
    const styles = Array.from(needed).flatMap((chunk) => Array.from(chunk.viteMetadata?.importedCss ?? []))
    return new Set([...Array.from(needed, ({ fileName }) => fileName), ...styles].map((file) => `/${file}`))
  }
  const shared = pathsOf([entry, ...chunksWith(loadedLater)])
  const ofLanguage = (language: Language) =>
    [...pathsOf(chunksWith(phrasesIn(language)))].filter((file) => !shared.has(file)).sort()
  return {
    shared: [offlinePage, '/icon-192.png', ...[...shared].sort()],
    ofLanguage: Object.fromEntries(languages.map((language) => [language, ofLanguage(language)])),
  }
}

async function compiled(files: OfflineFiles): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { __OFFLINE_FILES__: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: path.resolve(import.meta.dirname, '../src/service-worker/sw.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
  const [built] = [result].flat()
  const code = built && 'output' in built ? built.output[0].code : undefined
  if (code === undefined) throw new Error('The service worker is not built.')
  return code
}
