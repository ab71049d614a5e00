/**
 * Joins the server's modules in a few files: `node bundle-server.mjs <folder>`, run by build-server.mjs. Parts that the server loads
 * when first needed stay files of their own; packages stay packages, except those of a hundred small modules. Each module keeps its own
 * address: what it finds beside itself is found in the sources.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './paths.mjs'
import { rolldown } from './rolldown.mjs'

const entry = path.join(root, 'apps/server/src/main.ts')
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('The folder to write to is missing.')

/** Packages of plain modules, which keep no state and load nothing by their place. */
const joinedPackages = /^(kysely|yaml|jose)(\/|$)/
const isJoined = (/** @type {string} */ id) =>
  /^(\.|\/|@atrium\/)/.test(id) || path.isAbsolute(id) || joinedPackages.test(id)

const bundle = await rolldown({
  input: { main: entry },
  platform: 'node',
  external: (id) => !isJoined(id),
  plugins: [
    {
      name: 'keep-addresses',
      transform: {
        filter: { id: /\.ts$/, code: /import\.meta\./ },
        handler(code, id) {
          const kept = code
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
            .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
            .replaceAll('import.meta.filename', JSON.stringify(id))
          const unknown = /import\.meta\.\w+/.exec(kept)?.[0]
          if (unknown !== undefined) this.error(`${id} uses ${unknown}, which the build does not know.`)
          return { code: kept }
        },
      },
    },
  ],
})
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  sourcemap: true,
  sourcemapExcludeSources: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
})
await bundle.close()

// Stacks of errors name the sources; packages keep their own lines, since reading their maps takes longer than it helps.
writeFileSync(
  path.join(folder, 'start.mjs'),
  `import { setSourceMapsSupport } from 'node:module'
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })
process.env.LOCKED_PROGRAMS_DIR = import.meta.dirname + '/programs'
await import('./main.mjs')
`,
)

// The entry waits for the server's start, which would wait for the entry.
const waiting = output.find((file) => file.type === 'chunk' && file.imports.includes('main.mjs'))
if (waiting !== undefined) throw new Error(`${waiting.fileName} imports the entry: neither would ever load.`)
