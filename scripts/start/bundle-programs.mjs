/**
 * Joins the modules of each program that reads documents: `node bundle-programs.mjs <folder>`, run by build-server.mjs. A program runs for one
 * document, and loading its TypeScript files took three quarters of the processor time of a short one. Readers of single kinds
 * of documents stay files of their own. Packages with files that they look for beside themselves stay packages.
 */
import path from 'node:path'
import { root } from './paths.mjs'
import { rolldown } from './rolldown.mjs'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('The folder to write to is missing.')

/** By the names in `LockedProgram`. */
const programs = {
  'read-document': 'packages/documents/src/child/main.ts',
  'query-tables': 'packages/documents/src/child/tables/main.ts',
  'make-passages': 'apps/server/src/retrieval/index/child/main.ts',
}

const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, path.join(root, file)])),
  platform: 'node',
  external: /^(unpdf|pdfjs-dist|@duckdb\/)/,
})
await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
})
await bundle.close()
