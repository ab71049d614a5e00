import { type ChatId, contract, mintId } from '@atrium/contract'
import { expect } from '@playwright/test'
import { call, send } from '@atrium/testkit/api-client.ts'
import type { Member } from './people.ts'

/** Asks in a new chat without the screens and waits for the answer's end. */
export async function askQuietly(member: Member, text: string): Promise<ChatId> {
  const chatId = mintId('chat')
  const body = {
    chatId,
    turnId: mintId('turn'),
    parentTurnId: null,
    modelId: 'sandbox-quick',
    style: 'quick',
    ask: { kind: 'question', messageId: mintId('message'), text },
  }
  const reply = await send(contract.askQuestion, member.api, { body })
  if (!reply.ok) throw new Error(`The question was refused: ${await reply.text()}`)
  await reply.text()
  return chatId
}

/** Waits until the chats of these questions have their generated titles. */
export async function chatsAreNamed(member: Member, questions: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const { message } = await call('listHistory', member.api, { query: { page_size: '50' } })
      return message.filter(({ chatTitle }) => questions.includes(chatTitle))
    })
    .toEqual([])
}
