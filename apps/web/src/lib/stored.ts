import { languages } from '@atrium/contract'
import { fields, oneOf, type Parse, text } from './text/parse.ts'

const prefix = 'atrium.'
/** Where pictures are kept that are not at the server yet. */
export const unsentDatabase = 'atrium-unsent'

/** A reader of its own, or a schema of zod's where zod is loaded anyway. */
type Reader<Value> =
  | Parse<Value>
  | { safeParse: (value: unknown) => { success: boolean; data?: Value | undefined } }

/** A tab that still shows somebody who is not signed in any more writes nothing of theirs. */
let isFrozen = false
export const freezeLocalData = (): void => void (isFrozen = true)

/** Nobody is signed in since a user's data was deleted: what their pages still write as they close is not kept. */
let isNobodys = false

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
      if (isFrozen || (isNobodys && !browserKeys.has(key))) return
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
/** The folded navigation was pointed at once in this browser. */
export const storedPointedAt = stored('railPointedAt', oneOf(true))
/** This browser holds a session, as far as is known here; the cookie itself cannot be read. */
export const storedSignedIn = stored('signedIn', oneOf(true))
/** A sign-out that the server did not hear of; it is told at the next start. */
export const storedSignOut = stored('pendingSignOut', oneOf(true))
export const storedBases = stored('apiBases', fields({ main: text, stream: text }))

/** The choice of one tab and the choice that the next tab starts from. */
export type StoredChoice = {
  ofTab: ReturnType<typeof stored<string>>
  ofBrowser: ReturnType<typeof stored<string>>
}
const choice = (name: string) => ({ ofTab: stored(name, text, inSession), ofBrowser: stored(name, text) })
export const storedAccount = choice('account')
export const storedRoom = (accountId: string) => choice(`room.${accountId}`)

/** The token of the invitation that this tab opened: it stays out of the address, and so out of the browser's history. */
export const storedInviteToken = stored('inviteToken', text, inSession)
/** The token of the invitation that its visitor signs in to accept; it is accepted as soon as they are signed in. */
export const storedJoining = stored('joining', text, inSession)
/** Whom a new chat welcomes to the account that they have just joined. */
export const storedWelcome = stored(
  'welcome',
  fields({
    userId: text,
    accountId: text,
    accountName: text,
    inviterName: text,
    /** The room that the invitation led to; empty: none. */
    roomId: text,
    isRoomClosed: oneOf(true, false),
  }),
  inSession,
)

/** What belongs to the browser and not to whoever is signed in; an invitation belongs to whoever signs in next. */
const browserKeys = new Set([
  storedLanguage.key,
  storedSidebar.key,
  storedPointedAt.key,
  storedSignOut.key,
  storedBases.key,
  storedInviteToken.key,
  storedJoining.key,
])
const storages = [() => localStorage, inSession] as const

/** Whose data a storage holds. */
const storedOwner = (storage: () => Storage) => stored('owner', text, storage)

/** Deletes what belongs to the user, and keeps nothing of theirs until somebody signs in; what belongs to the browser (language, sidebar) stays. */
export function forgetUser(): void {
  isNobodys = true
  for (const storage of storages) forgetIn(storage())
  globalThis.indexedDB?.deleteDatabase(unsentDatabase)
}

function forgetIn(storage: Storage): void {
  for (const key of Object.keys(storage))
    if (key.startsWith(prefix) && !browserKeys.has(key)) storage.removeItem(key)
}

/**
 * Makes the browser's data this user's: whatever somebody else left here is deleted first. This tab's storage and the browser's
 * are looked at each by itself, for another tab may have done it already.
 */
export function claimLocalData(userId: string): void {
  isNobodys = false
  for (const storage of storages) {
    const owner = storedOwner(storage)
    const former = owner.read()
    if (former === userId) continue
    if (former !== null) {
      forgetIn(storage())
      if (storage !== inSession) globalThis.indexedDB?.deleteDatabase(unsentDatabase)
    }
    owner.write(userId)
  }
}

/** Notes what belongs to the browser; what is returned writes it again after the server had the storage cleared. */
export function keepBrowserData(): () => void {
  const kept = storages.flatMap((storage) =>
    [...browserKeys].map((key) => [storage, key, storage().getItem(key)] as const),
  )
  return () => {
    for (const [storage, key, value] of kept) if (value !== null) storage().setItem(key, value)
  }
}
