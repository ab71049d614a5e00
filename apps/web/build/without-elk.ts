import type { Plugin } from 'vite'

const replaced = '\0without-elk'

/**
 * Leaves out Mermaid's ELK layout: its license (EPL) doesn't fit ours, and it is larger than everything else. A diagram that
 * requests it fails to draw and shows its source.
 */
export function withoutElk(): Plugin {
  return {
    name: 'atrium:without-elk',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer?.includes('mermaid') && /\/elk-[A-Z0-9]+\.mjs$/.test(source) ? replaced : undefined,
    load: (id) =>
      id === replaced
        ? "export function render() { throw new Error('Diagrams are not laid out with ELK') }"
        : undefined,
  }
}
