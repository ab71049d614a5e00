import { randomUUID } from 'node:crypto'
import { type ChatId, contract, type Notice } from '@atrium/contract'
import { call, send, type TestPerson } from '@atrium/testkit'

/** A browser of a person, with one tab: its notices stream, and what it knows of presence in a chat. */
export type OpenBrowser = Awaited<ReturnType<typeof openBrowser>>

export async function openBrowser(person: TestPerson) {
  const leaving = new AbortController()
  const response = await send(contract.readNotices, { ...person.api, signal: leaving.signal })
  const tabId = randomUUID()
  const notices: Notice[] = []
  let hasEnded = false
  void (async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames)
        if (frame.startsWith('data: ')) notices.push(JSON.parse(frame.slice('data: '.length)) as Notice)
    }
  })()
    .catch(() => undefined)
    .finally(() => (hasEnded = true))
  const be = async (chatId: ChatId, isHere: boolean) =>
    (await call('enterChat', person.api, { params: { chatId }, body: { tabId, isHere } })).message.isHere
  return {
    notices,
    tabId,
    hasEnded: () => hasEnded,
    enter: (chatId: ChatId) => be(chatId, true),
    leave: (chatId: ChatId) => be(chatId, false),
    /** Names of the people present, from the latest notice to this browser; null before the first. */
    sees(chatId: ChatId): string[] | null {
      let people: Map<string, string> | null = null
      for (const notice of notices) {
        if (notice.type === 'presence-ended' && notice.chatId === chatId) people = null
        if (notice.type !== 'presence' || notice.chatId !== chatId) continue
        const known: Map<string, string> = notice.isAll ? new Map() : (people ?? new Map())
        for (const { id, name } of notice.joined) known.set(id, name)
        for (const id of notice.left) known.delete(id)
        people = known
      }
      return people && [...people.values()].toSorted()
    },
    typing: (chatId: ChatId) =>
      notices.flatMap((notice) =>
        notice.type === 'typing' && notice.chatId === chatId
          ? [{ userId: notice.userId, isTyping: notice.isTyping }]
          : [],
      ),
    close: () => leaving.abort(),
  }
}

export const noteTyping = (person: TestPerson, chatId: ChatId, isTyping = true) =>
  call('noteTyping', person.api, { params: { chatId }, body: { isTyping } })
