import type { AccountId, RoomId } from '@atrium/contract'
import { createStore } from '../store.ts'

/** Where the user is. A room of `undefined` is not known yet; null means that the account has none to offer. */
export type Place = { accountId: AccountId | null; roomId: RoomId | null | undefined }

const nowhere: Place = { accountId: null, roomId: undefined }

/** The active account and room of this tab: sent in the headers of calls; calls in a room wait for it. */
export function createActiveContext() {
  const place = createStore<Place>(nowhere)
  return {
    place,
    accountId: () => place.get().accountId,
    enterAccount(accountId: AccountId) {
      if (place.get().accountId !== accountId) place.set({ accountId, roomId: undefined })
    },
    enterRoom(roomId: RoomId | null) {
      const now = place.get()
      if (now.roomId !== roomId) place.set({ ...now, roomId })
    },
    leave: () => place.set(nowhere),
    /** The active room, as soon as it is known; rejects with the signal's reason when the caller gives up. */
    roomId(signal?: AbortSignal): Promise<RoomId | null> {
      return new Promise((resolve, reject) => {
        const settle = () => {
          const { roomId } = place.get()
          if (roomId === undefined) return
          stop()
          resolve(roomId)
        }
        const giveUp = () => {
          stop()
          reject(signal?.reason)
        }
        const unsubscribe = place.subscribe(settle)
        const stop = () => {
          unsubscribe()
          signal?.removeEventListener('abort', giveUp)
        }
        if (signal?.aborted) return giveUp()
        signal?.addEventListener('abort', giveUp)
        settle()
      })
    },
  }
}

export type ActiveContextStore = ReturnType<typeof createActiveContext>
