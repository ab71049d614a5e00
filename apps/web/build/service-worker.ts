import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { offlinePage } from '../src/service-worker/offline-files.ts'

/** Parts that the page without a connection loads while it runs: the phrases that it shows, and the renderer of answers. */
const loadedLater =
  /\/packages\/phrases\/src\/\w\w\/(first-page|offline|chat)\/index\.ts$|\/src\/offline\/kept-turns\.tsx$/

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
        const files = [offlinePage, '/icon-192.png', ...offlineFiles(bundle)]
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await compiled(files) })
      },
    },
  }
}

/** Paths of the scripts and styles of the page without a connection, with everything that they import. */
function offlineFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entry = chunks.find(({ isEntry, name }) => isEntry && name === 'offline')
  if (!entry) throw new Error('The page without a connection is not built.')
  const needed = new Set([
    entry,
    ...chunks.filter(({ moduleIds, facadeModuleId }) =>
      [...moduleIds, facadeModuleId ?? ''].some((id) => loadedLater.test(id)),
    ),
  ])
  for (const chunk of needed)
    for (const imported of chunk.imports) {
      const found = byName.get(imported)
      if (found) needed.add(found)
    }
  const styles = Array.from(needed).flatMap((chunk) => Array.from(chunk.viteMetadata?.importedCss ?? []))
  return Array.from(
    new Set([...Array.from(needed, ({ fileName }) => fileName), ...styles]),
    (file) => `/${file}`,
  ).sort()
}

async function compiled(files: readonly string[]): Promise<string> {
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
