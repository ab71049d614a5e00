import type { Plugin } from 'vite'

const replaced = '\0native-clone'

/** Replaces the Markdown library's polyfill by the browser's `structuredClone`. */
export function nativeClone(): Plugin {
  return {
    name: 'atrium:native-clone',
    enforce: 'pre',
    resolveId: (source) => (source === '@ungap/structured-clone' ? replaced : undefined),
    load: (id) => (id === replaced ? 'export default (value) => structuredClone(value)' : undefined),
  }
}
