import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const root = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

/** URL path of the files: it contains the version, so that they can be cached forever. */
const place = `assets/pdf-${version}`

/**
 * The worker that reads documents, character maps, standard fonts and, since pages may not run WebAssembly, the JavaScript image decoders.
 */
const kept = [
  { folder: 'build', files: /^pdf\.worker\.min\.mjs$/ },
  { folder: 'cmaps', files: /\.bcmap$/ },
  { folder: 'standard_fonts', files: /\.(pfb|ttf)$/ },
  { folder: 'wasm', files: /_nowasm_fallback\.js$/ },
]

/** Serves the PDF reader's files, and the resources that PDFs need and don't contain: each only on request. */
export function pdfData(): Plugin {
  return {
    name: 'atrium:pdf-data',
    config: () => ({ define: { 'import.meta.env.PDF_DATA': JSON.stringify(`/${place}/`) } }),
    configureServer({ middlewares }) {
      middlewares.use(`/${place}`, (request, response, next) => {
        const [, folder, file] = (request.url ?? '').split('/')
        const known = kept.find((one) => one.folder === folder)
        if (!known || !file || !known.files.test(file)) return next()
        if (/\.m?js$/.test(file)) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(path.join(root, known.folder, path.basename(file))))
      })
    },
    generateBundle() {
      for (const { folder, files } of kept)
        for (const file of readdirSync(path.join(root, folder)).filter((name) => files.test(name)))
          this.emitFile({
            type: 'asset',
            fileName: `${place}/${folder}/${file}`,
            source: readFileSync(path.join(root, folder, file)),
          })
    },
  }
}
