import { languages } from '@atrium/contract'
import { databases } from './device/databases.ts'
import { fields, oneOf, type Parse, text } from './text/parse.ts'

const prefix = 'atrium.'

function deleteDatabases(): void {
  for (const name of Object.values(databases)) globalThis.indexedDB?.deleteDatabase(name)
}

/** A custom parser, or a zod schema where zod is loaded anyway. */
type Reader<Value> =
  | Parse<Value>
  | { safeParse: (value: unknown) => { success: boolean; data?: Value | undefined } }

/** A tab that still shows a signed-out user writes none of their data. */
let isFrozen = false
export const freezeLocalData = (): void => void (isFrozen = true)

/** No user is signed in since a user's data was deleted: late writes of closing pages are dropped. */
let isNobodys = false

/** Whether data of the signed-in user may be stored now. */
export const mayKeepUserData = (): boolean => !isFrozen && !isNobodys

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
        // Storage is full or forbidden: the value lasts as long as the page.
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
/** The hint at the collapsed navigation was shown in this browser. */
export const storedPointedAt = stored('railPointedAt', oneOf(true))
/** Whether this browser has a session, as far as the page knows; the cookie itself cannot be read. */
export const storedSignedIn = stored('signedIn', oneOf(true))
/** A sign-out that didn't reach the server; it is sent at the next start. */
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
    /** The room of the accepted invitation; empty: none. */
    roomId: text,
    isRoomClosed: oneOf(true, false),
  }),
  inSession,
)

/** The planned downtime whose dialog was dismissed in this browser. */
export const storedDowntime = stored('downtime', fields({ id: text }))

/** Data of the browser, not of the signed-in user; an invitation belongs to the next user who signs in. */
const browserKeys = new Set([
  storedLanguage.key,
  storedSidebar.key,
  storedPointedAt.key,
  storedSignOut.key,
  storedBases.key,
  storedInviteToken.key,
  storedJoining.key,
  storedDowntime.key,
])
const storages = [() => localStorage, inSession] as const

/** The user whose data a storage holds. */
const storedOwner = (storage: () => Storage) => stored('owner', text, storage)

/** Deletes the chats that are kept for reading without a connection. */
export const forgetKeptChats = (): void => void globalThis.indexedDB?.deleteDatabase(databases.offline)

/** Deletes the user's data and stores none until a user signs in; the browser's data (language, sidebar) stays. */
export function forgetUser(): void {
  isNobodys = true
  for (const storage of storages) forgetIn(storage())
  deleteDatabases()
}

/** Deletes everything that this browser keeps for the site, except cookies. */
export function clearStorage(): void {
  for (const storage of storages) storage().clear()
  deleteDatabases()
}

function forgetIn(storage: Storage): void {
  for (const key of Object.keys(storage))
    if (key.startsWith(prefix) && !browserKeys.has(key)) storage.removeItem(key)
}

/**
 * Assigns the browser's data to this user: deletes another user's data first. Checks this tab's storage and the browser's
 * separately, because another tab may have done it already.
 */
export function claimLocalData(userId: string): void {
  isNobodys = false
  for (const storage of storages) {
    const owner = storedOwner(storage)
    const former = owner.read()
    if (former === userId) continue
    if (former !== null) {
      forgetIn(storage())
      if (storage !== inSession) deleteDatabases()
    }
    owner.write(userId)
  }
}

/** Saves the browser's data; returns a function that restores it after the server cleared the storage. */
export function keepBrowserData(): () => void {
  const kept = storages.flatMap((storage) =>
    [...browserKeys].map((key) => [storage, key, storage().getItem(key)] as const),
  )
  return () => {
    for (const [storage, key, value] of kept) if (value !== null) storage().setItem(key, value)
  }
}
