import { languages } from '@atrium/contract'
import { fields, oneOf, type Parse, text } from './parse.ts'

const prefix = 'atrium.'
/** Where pictures are kept that are not at the server yet. */
export const unsentDatabase = 'atrium-unsent'

/** A reader of its own, or a schema of zod's where zod is loaded anyway. */
type Reader<Value> =
  | Parse<Value>
  | { safeParse: (value: unknown) => { success: boolean; data?: Value | undefined } }

/** A value that the browser keeps, parsed on every read; damaged or missing reads as null. */
export function stored<Value>(
  name: string,
  reader: Reader<Value>,
  storage: () => Storage = () => localStorage,
) {
  const key = prefix + name
  const parse =
    typeof reader === 'function' ? reader : (value: unknown) => reader.safeParse(value).data ?? null
  return {
    key,
    read(): Value | null {
      try {
        return parse(JSON.parse(storage().getItem(key) ?? 'null'))
      } catch {
        return null
      }
    },
    write(value: Value): void {
      try {
        storage().setItem(key, JSON.stringify(value))
      } catch {
        // Storage is full or forbidden: the value lasts as long as the page does.
      }
    },
    remove(): void {
      try {
        storage().removeItem(key)
      } catch {
        // Forbidden storage holds nothing either.
      }
    },
  }
}

const inSession = () => sessionStorage

/** The interface's language; the page's head reads it too. */
export const storedLanguage = stored('language', oneOf(...languages))
export const storedSidebar = stored('sidebar', oneOf('expanded', 'collapsed'))
/** This browser holds a session, as far as is known here; the cookie itself cannot be read. */
export const storedSignedIn = stored('signedIn', oneOf(true))
/** A sign-out that the server did not hear of; it is told at the next start. */
export const storedSignOut = stored('unheardSignOut', oneOf(true))
export const storedBases = stored('apiBases', fields({ main: text, stream: text }))

/** The choice of one tab and the choice that the next tab starts from. */
export type StoredChoice = {
  ofTab: ReturnType<typeof stored<string>>
  ofBrowser: ReturnType<typeof stored<string>>
}
const choice = (name: string) => ({ ofTab: stored(name, text, inSession), ofBrowser: stored(name, text) })
export const storedAccount = choice('account')
export const storedRoom = (accountId: string) => choice(`room.${accountId}`)

/** Forgets what belongs to the user; what belongs to the browser (language, sidebar) stays. */
export function forgetUser(): void {
  const kept = new Set([storedLanguage.key, storedSidebar.key, storedSignOut.key, storedBases.key])
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage))
      if (key.startsWith(prefix) && !kept.has(key)) storage.removeItem(key)
  globalThis.indexedDB?.deleteDatabase(unsentDatabase)
}
