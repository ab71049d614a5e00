import { contract } from '@atrium/contract'
import type { FastifyReply } from 'fastify'
import type { AnswerPorts } from '../answers/index.ts'
import { requireTurn } from '../chats/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { improveQuestion, reworkText } from './instructions.ts'
import { openCall, refusalOf } from './open-call.ts'
import type { WritingToolsPorts } from './ports.ts'
import { streamText } from './stream-text.ts'
import { suggestFollowups } from './suggest-followups.ts'
import { summarizeChat } from './summarize-chat.ts'

const outputTokenLimit = { question: 2_048, text: 6_144 }

export const shapingRoutes = (ports: WritingToolsPorts, answers: AnswerPorts): Binding[] => [
  binding(contract.summariseChat, async ({ caller, params, body }) => ({
    message: await summarizeChat(ports, answers, caller, { ...params, ...body }),
  })),
  binding(contract.magicWrite, async ({ caller, body, reply }) => {
    const call = await inTenant(ports.database, caller, (trx) =>
      openCall(trx, ports, caller, {
        ...body,
        kind: 'magic-write',
        turnId: null,
        roomId: caller.roomId,
        prompt: improveQuestion(body.text, body.modifiers ?? {}),
        outputTokenLimit: outputTokenLimit.question,
      }),
    ).catch(refuse)
    await streamText(ports, call, reply)
  }),
  binding(contract.customPrompt, async ({ caller, body, reply }) => {
    const call = await inTenant(ports.database, caller, async (trx) => {
      const { room_id: roomId } = await requireTurn(trx, caller, body.turnId, 'read')
      return await openCall(trx, ports, caller, {
        ...body,
        roomId,
        kind: 'custom-prompt',
        prompt: reworkText(body.action, body.text, body.modifiers ?? {}),
        outputTokenLimit: outputTokenLimit.text,
      })
    }).catch(refuse)
    await streamText(ports, call, reply)
  }),
  binding(contract.suggestFollowups, async ({ caller, body, reply }) => ({
    message: await suggestFollowups(ports, caller, body, whenLeft(reply)),
  })),
]

function refuse(error: unknown): never {
  throw refusalOf(error)
}

/** Calls back when the connection closes before the reply was sent. */
const whenLeft = (reply: FastifyReply) => (leave: () => void) =>
  void reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) leave()
  })
