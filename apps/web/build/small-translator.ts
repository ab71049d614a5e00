import { fileURLToPath } from 'node:url'

const place = (name: string) => fileURLToPath(new URL(`../src/lib/translator/${name}.ts`, import.meta.url))

/**
 * Puts what we use of i18next in the place of i18next, a tenth of what a stranger's page weighs. The names stay the library's:
 * its types check every key and variable, and a test compares what both say (docs/decisions/small-translator.md).
 */
export const smallTranslator = [
  { find: /^i18next$/, replacement: place('i18next') },
  { find: /^react-i18next$/, replacement: place('react-i18next') },
]
