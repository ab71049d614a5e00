import {
  type AccountId,
  type ChatId,
  enterChat as enterChatCall,
  type Notice,
  noteTyping as noteTypingCall,
  type PresentPerson,
  type UserId,
} from '@atrium/contract'
import { useEffect, useMemo } from 'react'
import { api } from '../../lib/api/api.ts'
import { createStore, useStore } from '../../lib/store.ts'

/** The server repeats its notices while somebody types; without a further one, they have stopped. */
const typingEndsMs = 6_000
const typingEveryMs = 3_000
/** By then, a chat that is no longer open for questions has been reloaded. */
const reentersAfterMs = 1_000

type PresenceInChat = { people: readonly PresentPerson[]; typing: readonly UserId[] }
const nobody: PresenceInChat = { people: [], typing: [] }
const known = createStore<ReadonlyMap<ChatId, PresenceInChat>>(new Map())
const typingTimers = new Map<string, ReturnType<typeof setTimeout>>()

/** People present in the chats that this browser has open, from the latest notices. */
export const usePresenceIn = (chatId: ChatId): PresenceInChat => useStore(known).get(chatId) ?? nobody

const change = (chatId: ChatId, changed: (before: PresenceInChat) => PresenceInChat) =>
  known.set(new Map(known.get()).set(chatId, changed(known.get().get(chatId) ?? nobody)))

type PresenceNotice = Extract<Notice, { type: 'presence' | 'presence-ended' | 'typing' }>

/** Applies the server's notices of presence to the display. */
export function applyPresence(notice: PresenceNotice): void {
  const { chatId } = notice
  if (notice.type === 'typing') return applyTyping(chatId, notice.userId, notice.isTyping)
  if (notice.type === 'presence-ended') {
    change(chatId, () => nobody)
    if (announced?.chatId === chatId) setTimeout(announceAgain, reentersAfterMs)
    return
  }
  const { isAll, joined, left } = notice
  for (const userId of left) applyTyping(chatId, userId, false)
  change(chatId, ({ people, typing }) => {
    const gone = new Set([...left, ...joined.map(({ id }) => id)])
    return { typing, people: [...(isAll ? [] : people.filter(({ id }) => !gone.has(id))), ...joined] }
  })
}

function applyTyping(chatId: ChatId, userId: UserId, isTyping: boolean): void {
  const key = `${chatId} ${userId}`
  clearTimeout(typingTimers.get(key))
  typingTimers.delete(key)
  if (isTyping)
    typingTimers.set(
      key,
      setTimeout(() => applyTyping(chatId, userId, false), typingEndsMs),
    )
  if ((known.get().get(chatId)?.typing.includes(userId) ?? false) === isTyping) return
  change(chatId, ({ people, typing }) => ({
    people,
    typing: isTyping ? [...typing, userId] : typing.filter((id) => id !== userId),
  }))
}

type OpenChat = { accountId: AccountId; chatId: ChatId }
const tabId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')
/** The chat of this tab, and the one that the server knows. */
let wanted: OpenChat | null = null
let announced: OpenChat | null = null
let isAnnouncing = false

const sendPresence = ({ accountId, chatId }: OpenChat, isHere: boolean, keepalive = false) =>
  api.call(
    enterChatCall,
    { params: { chatId }, body: { tabId, isHere } },
    { place: { accountId, roomId: null }, keepalive },
  )

/** Tells the server where this tab is, one call after another, so that the last one counts. */
async function announce(): Promise<void> {
  if (isAnnouncing) return
  isAnnouncing = true
  try {
    while (announced !== wanted) {
      const [before, now] = [announced, wanted]
      announced = now
      // Entering another chat leaves the previous one.
      if (now !== null) await sendPresence(now, true)
      else if (before !== null) await sendPresence(before, false)
    }
  } catch {
    // Without a connection nobody is present; the next connection reports again.
  } finally {
    isAnnouncing = false
  }
}

/** Tells the server again where this tab is: after its stream of notices was opened, on which presence depends. */
export function announceAgain(): void {
  announced = null
  void announce()
}

window.addEventListener('pagehide', () => {
  if (announced !== null) sendPresence(announced, false, true).catch(() => undefined)
  announced = null
})
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) announceAgain()
})

/** Shows the others in an open chat that the user has it on screen. */
export function usePresence(accountId: AccountId, chatId: ChatId, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const here = { accountId, chatId }
    wanted = here
    void announce()
    return () => {
      if (wanted === here) wanted = null
      known.set(new Map([...known.get()].filter(([id]) => id !== chatId)))
      void announce()
    }
  }, [accountId, chatId, isOpen])
}

/** Tells the others in an open chat that the user types (at most every three seconds), or no longer does; nothing while nobody is there. */
export function useTypingNotes(accountId: AccountId, chatId: ChatId, userId: UserId) {
  return useMemo(() => {
    let sentAtMs = -Infinity
    const send = (isTyping: boolean) => {
      sentAtMs = isTyping ? performance.now() : -Infinity
      const place = { accountId, roomId: null }
      // The others miss a name for a moment.
      api.call(noteTypingCall, { params: { chatId }, body: { isTyping } }, { place }).catch(() => undefined)
    }
    return {
      typed(text: string) {
        const isSent = performance.now() - sentAtMs < typingEveryMs
        if (text.trim() === '') return this.ended()
        const hasOthers =
          known
            .get()
            .get(chatId)
            ?.people.some(({ id }) => id !== userId) ?? false
        if (hasOthers && !isSent) send(true)
      },
      ended() {
        if (performance.now() - sentAtMs < typingEndsMs) send(false)
      },
    }
  }, [accountId, chatId, userId])
}
