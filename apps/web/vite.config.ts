import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { groups } from './build/code-splitting.ts'
import { contractForBrowsers } from './build/contract-for-browsers.ts'
import { firstPaint } from './build/first-paint/first-paint.ts'
import { pdfData } from './build/pdf-data.ts'
import { katexSources } from './build/katex-sources.ts'
import { nativeClone } from './build/native-clone.ts'
import { precompressed } from './build/precompressed.ts'
import { serviceWorker } from './build/service-worker.ts'
import { preloadSignedIn } from './build/signed-in-start.ts'
import { treeshake } from './build/treeshake.ts'
import { withoutElk } from './build/without-elk.ts'

/** The server's URL for `npm run dev`; the server itself serves the built app. */
const server = process.env.ATRIUM_SERVER_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    contractForBrowsers(),
    firstPaint(),
    preloadSignedIn(),
    nativeClone(),
    katexSources(),
    withoutElk(),
    pdfData(),
    serviceWorker(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A route's loader names its phrases and is part of the first page's chunk, so that phrases load in parallel with the screen.
      codeSplittingOptions: {
        defaultBehavior: [['component'], ['pendingComponent'], ['errorComponent'], ['notFoundComponent']],
      },
      quoteStyle: 'single',
      semicolons: false,
      disableLogging: true,
    }),
    react(),
    // index.html is not precompressed: the server writes each reply's nonce into it.
    precompressed(/\.(m?js|css|svg|json|txt|ttf)$/),
  ],
  html: { cspNonce: '__NONCE__' },
  // The worker for code highlighting loads grammars on demand, which only module workers can.
  worker: { format: 'es', plugins: () => [contractForBrowsers()], rolldownOptions: { treeshake } },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Fonts and pictures stay files: the page's policy allows no data: URLs for them, and files are cached for a year.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { main: 'index.html', offline: 'offline.html' },
      output: {
        codeSplitting: { groups },
        // Lists of files are part of what the first page loads; 42 bits tell the versions of a file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
      treeshake,
    },
  },
  server: { host: '127.0.0.1', proxy: proxied() },
  preview: { host: '127.0.0.1', proxy: proxied() },
})

function proxied() {
  // `/api` itself is a page.
  const paths = [
    '/api/',
    '/stream/',
    '/app-config.json',
    '/shared/',
    '/link/',
    '/healthz',
    '/readyz',
    '/inbox',
    '/.well-known',
  ]
  return Object.fromEntries(
    paths.map((path) => [
      path.endsWith('/') ? `^${path}` : `^${path}(/|\\?|$)`,
      { target: server, changeOrigin: false },
    ]),
  )
}
