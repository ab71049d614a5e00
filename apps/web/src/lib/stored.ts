import * as z from 'zod/mini'

const prefix = 'atrium.'

/** A value that the browser keeps, parsed on every read; damaged or missing reads as null. */
export function stored<Schema extends z.ZodMiniType>(name: string, schema: Schema, storage: () => Storage = () => localStorage) {
  const key = prefix + name
  type Value = z.output<Schema>
  return {
    key,
    read(): Value | null {
      try {
        const parsed = schema.safeParse(JSON.parse(storage().getItem(key) ?? 'null'))
        return parsed.success ? parsed.data : null
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
export const storedLanguage = stored('language', z.enum(['en', 'fr', 'vi', 'zh', 'ar']))
export const storedSidebar = stored('sidebar', z.enum(['expanded', 'collapsed']))
/** This browser holds a session, as far as is known here; the cookie itself cannot be read. */
export const storedSignedIn = stored('signedIn', z.literal(true))
/** A sign-out that the server did not hear of; it is told at the next start. */
export const storedSignOut = stored('unheardSignOut', z.literal(true))
export const storedBases = stored('apiBases', z.object({ main: z.string(), stream: z.string() }))

/** The choice of one tab and the choice that the next tab starts from. */
export type StoredChoice = { ofTab: ReturnType<typeof stored>; ofBrowser: ReturnType<typeof stored> }
const choice = (name: string) => ({ ofTab: stored(name, z.string(), inSession), ofBrowser: stored(name, z.string()) })
export const storedAccount = choice('account')
export const storedRoom = (accountId: string) => choice(`room.${accountId}`)

/** Forgets what belongs to the user; what belongs to the browser (language, sidebar) stays. */
export function forgetUser(): void {
  const kept = new Set([storedLanguage.key, storedSidebar.key, storedSignOut.key, storedBases.key])
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(prefix) && !kept.has(key)) storage.removeItem(key)
}
