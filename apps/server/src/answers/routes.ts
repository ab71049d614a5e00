import { contract, type TurnId } from '@atrium/contract'
import { requestStop, requireTurn } from '../chats/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { type EventStream, openEventStream } from '../platform/http/event-stream.ts'
import type { Member } from '../platform/http/guards.ts'
import { askQuestion } from './ask-question.ts'
import { estimateQuestion } from './estimate-question.ts'
import type { AnswerPorts } from './ports.ts'
import { readAnswer, requireReadableTurn } from './read-answer.ts'
import type { OpenReaders } from './open-readers.ts'
import { summariseChat } from './summarise-chat.ts'

/** Names the stream's protocol and version to any client of it. */
const protocol = { 'x-vercel-ai-ui-message-stream': 'v1' }

export function answerRoutes(ports: AnswerPorts, readers: OpenReaders): Binding[] {
  return [
    binding(contract.askQuestion, async ({ caller, body, reply }) => {
      await askQuestion(ports, caller, body)
      const stream = readers.watch(caller, openEventStream(reply, protocol))
      await readOrLetGo(ports, caller, body.turnId, 0, stream)
    }),
    binding(contract.estimateQuestion, async ({ caller, body }) => ({
      data: await estimateQuestion(ports, caller, body),
    })),
    binding(contract.summariseChat, async ({ caller, params, body }) => ({
      message: await summariseChat(ports, caller, { ...params, ...body }),
    })),
    binding(contract.readAnswer, async ({ caller, params, query, request, reply }) => {
      const after = query.after ?? lastEventId(request.headers['last-event-id'])
      await requireReadableTurn(ports, caller, params.turnId)
      const stream = readers.watch(caller, openEventStream(reply, protocol))
      await readOrLetGo(ports, caller, params.turnId, after, stream)
    }),
    binding(contract.stopAnswer, async ({ caller, params }) => {
      const turn = await inTenant(ports.database, caller, async (trx) => {
        const found = await requireTurn(trx, caller, params.turnId, 'write')
        await requestStop(trx, caller, params.turnId)
        return found
      })
      ports.running.get(params.turnId)?.abort('stopped')
      return { data: { state: turn.state } }
    }),
    binding(contract.readNotices, async ({ caller, reply }) => {
      const stream = readers.watch(caller, openEventStream(reply))
      const unsubscribe = ports.notices.subscribe({
        ...caller,
        deliver: (notice) => void stream.write(`data: ${JSON.stringify(notice)}\n\n`),
      })
      stream.onClose(unsubscribe)
    }),
  ]
}

/** A reader whose events cannot be had is let go: it comes back for the rest, where one that is kept would wait for ever. */
async function readOrLetGo(
  ports: AnswerPorts,
  actor: Member,
  turnId: TurnId,
  after: number,
  stream: EventStream,
): Promise<void> {
  try {
    await readAnswer(ports, actor, turnId, after, stream)
  } catch (error) {
    ports.log.warn({ err: error, turnId }, 'an answer could not be read on')
    stream.end()
  }
}

function lastEventId(header: string | string[] | undefined): number {
  if (header === undefined) return 0
  if (typeof header === 'string' && /^\d{1,9}$/.test(header)) return Number(header)
  return fail('INVALID_INPUT', {
    issues: [{ path: 'headers.last-event-id', message: 'This must be the number of an event.' }],
  })
}
