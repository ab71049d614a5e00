import type { Plugin } from 'vite'

const replaced = '\0without-elk'

/**
 * Leaves out Mermaid's ELK layout: its licence (EPL) is not one that we pass on, and it weighs more than all the rest.
 * A diagram that asks for it fails to draw and shows its source.
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
