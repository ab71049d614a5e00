/** The files of the page without a connection: paths of this site. */
export type OfflineFiles = {
  shared: readonly string[]
  /** Phrases by language. */
  ofLanguage: Readonly<Record<string, readonly string[]>>
}

/**
 * Where a page leaves the language of its interface for the service worker, which keeps only the phrases of that language; a message follows. A worker that learned
 * it from its own address would be replaced by another one with each change, and navigations can hang while that happens.
 */
export const languagePlace = { cacheName: 'atrium-language', path: '/offline-language' }

export const offlinePage = '/offline.html'

/** A name that changes with any of the files, so that an update replaces all of them at once. */
export function offlineCacheName(files: readonly string[]): string {
  let hash = 0
  for (const character of files.join(' ')) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return `atrium-offline-${(hash >>> 0).toString(36)}`
}
