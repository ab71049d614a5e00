import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractForBrowsers } from './build/contract-for-browsers.ts'
import { nativeClone } from './build/native-clone.ts'
import { precompressed } from './build/precompressed.ts'
import { treeshake } from './build/treeshake.ts'

/**
 * The page of chat links, built apart from the app: it shares the renderer of Markdown, and loads neither the UI library nor the
 * router nor anything of the signed-in product.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/link/',
  plugins: [contractForBrowsers(), nativeClone(), react(), precompressed(/\.(m?js|css)$/)],
  publicDir: false,
  html: { cspNonce: '__NONCE__' },
  resolve: {
    // Smaller parts instead of the app's: no UI library, no diagrams, no streaming and no phrases of other screens.
    alias: [
      smaller(/^\.\/leave-dialog\.tsx$/, 'leave-dialog.tsx'),
      smaller(/^\.\/diagram\.tsx$/, 'diagram.tsx'),
      smaller(/^\.\/mend\.ts$/, 'mend.ts'),
      smaller(/^@atrium\/phrases\/areas\.ts$/, 'areas.ts'),
    ],
  },
  worker: { format: 'es', plugins: () => [contractForBrowsers()], rolldownOptions: { treeshake } },
  build: {
    outDir: 'dist/link',
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: path.join(import.meta.dirname, 'link.html'), treeshake },
  },
})

function smaller(find: RegExp, file: string) {
  return { find, replacement: path.join(import.meta.dirname, 'src/link-page', file) }
}
