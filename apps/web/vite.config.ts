import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { groups } from './build/code-splitting.ts'
import { contractForBrowsers } from './build/contract-for-browsers.ts'
import { firstPaint } from './build/first-paint/first-paint.ts'
import { pdfData } from './build/pdf-data.ts'
import { phrasesOnDemand } from './build/phrases-on-demand.ts'
import { smallTranslator } from './build/small-translator.ts'
import { preloadSignedIn } from './build/signed-in-start.ts'
import { withoutElk } from './build/without-elk.ts'

/** Where `npm run dev` finds the server; the built app is served by the server itself. */
const server = process.env.ATRIUM_SERVER_URL ?? 'http://127.0.0.1:3000'

/** Our packages only export: what nobody imports can go. Their styles do something by being there. */
const treeshake = {
  moduleSideEffects: (id: string) => !/\/packages\/(contract|phrases|ui)\/src\/.*\.tsx?$/.test(id),
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    contractForBrowsers(),
    phrasesOnDemand(),
    firstPaint(),
    preloadSignedIn(),
    withoutElk(),
    pdfData(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A route's loader and screen are one file, fetched together; the first page carries neither of any other route.
      codeSplittingOptions: {
        defaultBehavior: [
          ['component', 'loader'],
          ['pendingComponent'],
          ['errorComponent'],
          ['notFoundComponent'],
        ],
      },
      quoteStyle: 'single',
      semicolons: false,
      disableLogging: true,
    }),
    react(),
    // index.html is not compressed ahead: the server writes each reply's nonce into it.
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      include: /\.(m?js|css|svg|json|txt|ttf)$/,
      threshold: 1024,
      logLevel: 'silent',
    }),
  ],
  resolve: { alias: smallTranslator },
  html: { cspNonce: '__NONCE__' },
  // The worker that colours code loads its grammars on demand, which only modules can.
  worker: { format: 'es', plugins: () => [contractForBrowsers()], rolldownOptions: { treeshake } },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Fonts and pictures stay files: the policy of the page knows no data: scripts, and files are cached for a year.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
      },
      treeshake,
    },
  },
  server: { host: '127.0.0.1', proxy: proxied() },
  preview: { host: '127.0.0.1', proxy: proxied() },
})

function proxied() {
  // `/api` itself is a page.
  const paths = ['/api/', '/stream/', '/app-config.json', '/healthz', '/readyz', '/inbox', '/.well-known']
  return Object.fromEntries(
    paths.map((path) => [
      path.endsWith('/') ? `^${path}` : `^${path}(/|\\?|$)`,
      { target: server, changeOrigin: false },
    ]),
  )
}
