import { use, useSyncExternalStore } from 'react'
import { awaited } from '../phrases-of.ts'
import i18next from './i18next.ts'

/**
 * What the web app uses of react-i18next: the phrases of some namespaces, drawn anew when the language changes. Phrases that did
 * not come with the file that says them are waited for.
 */
export function useTranslation(namespaces?: string | readonly string[]) {
  const language = useSyncExternalStore(i18next.listen, () => i18next.language)
  // Without a prefix a key is looked for in the first namespace only, as its type says.
  const first = typeof namespaces === 'string' ? namespaces : namespaces?.[0]
  for (const namespace of typeof namespaces === 'string' ? [namespaces] : (namespaces ?? [])) {
    const waiting = awaited(namespace)
    if (waiting) use(waiting)
  }
  return { t: i18next.getFixedT(language, first), i18n: i18next, ready: true }
}

/** The library is told of React by it; here nobody needs telling. */
export const initReactI18next = { type: '3rdParty' }
