import type { ServerResponse } from 'node:http'
import { chunksOf } from './answer/chunks.ts'
import { collectAnswer } from './answer/collect-answer.ts'
import { Connection } from './answer/connection.ts'
import { limited } from './answer/limited.ts'
import { paced, rest, type Pace } from './answer/pace.ts'
import type { Step } from './answer/steps.ts'
import { streamAnswer } from './answer/stream-answer.ts'
import { questionOf, type Conversation } from './conversation.ts'
import { withFaults } from './faults/apply-faults.ts'
import { sendFaultyRefusal } from './faults/refuse.ts'
import { chooseFaults, type FaultSources } from './faults/choose-faults.ts'
import { faultsInQuestion, withoutDirectives } from './faults/parse-faults.ts'
import { answerAs, isTextModel } from './personalities/personalities.ts'
import { tableCallOf } from './personalities/tables.ts'
import { serviceDeskCallOf } from './personalities/server-tools.ts'
import { searchCallOf } from './personalities/web-search.ts'
import { RequestProblem, unfitModel, unknownModel } from './problem.ts'
import type { RecordedRequest, RequestState } from './recorded-requests.ts'
import type { Scripts } from './script.ts'
import { promptUsage } from './usage.ts'
import type { WireProtocol } from './wire/wire-protocol.ts'
import { sandboxModels } from './models.ts'
import { sendJson } from './send-json.ts'

/** Dependencies of an answer besides its request. */
export interface AnsweringWorld extends FaultSources {
  scripts: Scripts
  pace: Pace
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

/** Answers one conversation request, streamed or whole, with the requested faults. */
export async function answerRequest(
  world: AnsweringWorld,
  wire: WireProtocol,
  request: RecordedRequest,
  response: ServerResponse,
): Promise<RequestState> {
  try {
    const asked = wire.readRequest(request.body)
    request.question = questionOf(asked)
    const respond = world.scripts.take(asked.model)
    if (respond === null) mustBeTextModel(asked.model)
    const faults = chooseFaults(world, request, asked)
    if (sendFaultyRefusal(response, wire, faults)) return 'refused'

    const conversation = withoutDirectivesIn(asked)
    const isSample = faultsInQuestion(questionOf(asked)) !== ''
    const call =
      respond === null
        ? (serviceDeskCallOf(conversation) ?? searchCallOf(conversation) ?? tableCallOf(conversation))
        : null
    const source = respond
      ? respond({ conversation, request })
      : call
        ? [{ call }]
        : chunksOf(answerAs(conversation, { isSample }))
    const usual = respond === null ? world.pace : { firstTokenMs: 0, perSecond: Infinity }
    const pace = {
      firstTokenMs: faults.firstTokenMs ?? usual.firstTokenMs,
      perSecond: faults.perSecond ?? usual.perSecond,
    }
    const connection = new Connection(response, faults.cutting ?? 'whole')
    const steps = limited(withFaults(source, faults), conversation.maxOutputTokens)
    const prompt = promptUsage(conversation)
    if (!conversation.streaming)
      return await sendWhole({ wire, conversation, connection, response, pace, steps, prompt, faults })

    connection.open(200, streamHeaders)
    const encoder = wire.encoder(conversation, { ...prompt, outputTokens: 0, reasoningTokens: 0 })
    return await streamAnswer({
      connection,
      encoder,
      steps: paced(steps, pace, connection.gone),
      promptUsage: prompt,
      faults,
    })
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error
    sendJson(response, error.problem.status, wire.problemBody(error.problem))
    return 'refused'
  }
}

interface WholeReply {
  wire: WireProtocol
  conversation: Conversation
  connection: Connection
  response: ServerResponse
  pace: Pace
  steps: AsyncIterable<Step>
  prompt: ReturnType<typeof promptUsage>
  faults: ReturnType<typeof chooseFaults>
}

/** A non-streamed answer takes only as long as its first token. */
async function sendWhole({
  wire,
  conversation,
  connection,
  response,
  pace,
  steps,
  prompt,
  faults,
}: WholeReply): Promise<RequestState> {
  if (!(await rest(pace.firstTokenMs, connection.gone))) return 'client-left'
  const collected = await collectAnswer(steps, connection, prompt, faults)
  switch (collected.kind) {
    case 'client-left':
      return 'client-left'
    case 'dropped':
      await connection.drop()
      return 'dropped'
    case 'problem':
      sendJson(response, collected.problem.status, wire.problemBody(collected.problem))
      return 'failed'
    case 'answer':
      sendJson(response, 200, wire.whole(conversation, collected.answer), { cutShort: collected.malformed })
      return 'answered'
  }
}

function withoutDirectivesIn(conversation: Conversation): Conversation {
  return {
    ...conversation,
    turns: conversation.turns.map((turn) => ({ ...turn, text: withoutDirectives(turn.text) })),
  }
}

function mustBeTextModel(model: string): void {
  if (isTextModel(model)) return
  throw sandboxModels.some(({ id }) => id === model) ? unfitModel(model, 'a chat model') : unknownModel(model)
}
