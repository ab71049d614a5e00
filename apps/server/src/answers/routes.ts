import { Readable } from 'node:stream'
import { contract, limits, type TurnId } from '@atrium/contract'
import { requestStop, requireTurn } from '../chats/index.ts'
import { attachmentNamed } from '../files/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Binding, binding, type Call } from '../platform/http/bind.ts'
import { type EventStream, openEventStream } from '../platform/http/event-stream.ts'
import type { Member } from '../platform/http/guards.ts'
import { createRateWindow } from '../platform/rate-window.ts'
import { askQuestion } from './ask-question.ts'
import { estimateQuestion } from './estimate-question.ts'
import type { AnswerPorts } from './ports.ts'
import { readAnswer, requireReadableTurn } from './read/read-answer.ts'
import { decideToolCall } from './tool-servers/decide-tool-call.ts'
import { exportTable } from './tables/export-table.ts'
import { stopNow } from './stop-now.ts'
import { stopReplaced } from './stop-replaced.ts'

/** Identifies the stream's protocol and version to any client. */
const protocol = { 'x-vercel-ai-ui-message-stream': 'v1' }

/** Tells the editor of a question that its former answer continues, so that both are charged. */
const formerAnswerGoesOn = { 'atrium-former-answer': 'continues' }

export function answerRoutes(ports: AnswerPorts): Binding[] {
  const { readers } = ports.live
  const countEstimate = createRateWindow({ max: limits.maxEstimatesPerMinute, perSeconds: 60 })
  type Question = Pick<Call<typeof contract.askQuestion>, 'caller' | 'body' | 'request' | 'reply'>
  async function ask({ caller, body, request, reply }: Question): Promise<void> {
    readers.refuseTooMany(caller)
    await askQuestion(ports, caller, body, { span: request.span })
    const { goesOn } = await stopReplaced(ports, caller, body)
    const headers = { ...protocol, ...(goesOn && formerAnswerGoesOn) }
    const stream = readers.watch(caller, openEventStream(reply, headers), body)
    await readOrLetGo(ports, caller, body.turnId, 0, stream)
  }
  return [
    binding(contract.askQuestion, ask),
    binding(contract.askQuestionInChat, ask),
    binding(contract.estimateQuestion, async ({ caller, body }) => {
      countEstimate(caller.userId)
      return { data: await estimateQuestion(ports, caller, body) }
    }),
    binding(contract.readAnswer, async ({ caller, params, query, request, reply }) => {
      readers.refuseTooMany(caller)
      const after = query.after ?? lastEventId(request.headers['last-event-id'])
      const { id: turnId, chat_id: chatId } = await requireReadableTurn(ports, caller, params.turnId)
      const stream = readers.watch(caller, openEventStream(reply, protocol), { turnId, chatId })
      await readOrLetGo(ports, caller, params.turnId, after, stream)
    }),
    binding(contract.exportAnswerTable, async ({ caller, params, reply }) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const lines = await exportTable(ports, caller, params, gone.signal)
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachmentNamed(`table-${params.number}.csv`),
        'cache-control': 'private, no-store',
      })
      reply.send(Readable.from(lines))
    }),
    binding(contract.decideToolCall, async ({ caller, params, body }) => ({
      data: { state: await decideToolCall(ports, caller, params, body.decision) },
    })),
    binding(contract.stopAnswer, async ({ caller, params }) => {
      const turn = await inTenant(ports.database, caller, async (trx) => {
        const found = await requireTurn(trx, caller, params.turnId, 'stop')
        await requestStop(trx, caller, params.turnId)
        return found
      })
      stopNow(ports, params.turnId)
      return { data: { state: turn.state } }
    }),
  ]
}

/** Disconnects a reader whose events can't be loaded: it reconnects for the rest, instead of waiting forever. */
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
    ports.log.warn(
      { event: 'answer.read_failed', err: error, turnId },
      'Could not load more of an answer; disconnecting the reader',
    )
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
