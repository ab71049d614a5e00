import { type ChatId, contract, mintId } from '@atrium/contract'
import { send } from '@atrium/testkit/api-client.ts'
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
