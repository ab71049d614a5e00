import type { FinishReason, ToolCall } from '../answer/steps.ts'
import type { Conversation } from '../conversation.ts'
import type { Problem } from '../problem.ts'
import type { Usage } from '../usage.ts'

/** A whole answer, for a reply that is not streamed. `usage` is null when a fault withholds it. */
export interface WholeAnswer {
  text: string
  reasoning: string
  calls: ToolCall[]
  finishReason: FinishReason
  usage: Usage | null
}

/** Turns one answer into the events of a protocol, in order. Each method returns server-sent events ready to send. */
export interface EventEncoder {
  start(): string
  text(delta: string): string
  reasoning(delta: string): string
  call(call: ToolCall): string
  finish(reason: FinishReason, usage: Usage | null): string
  fail(problem: Problem): string
}

/** The specifics of a vendor's protocol. */
export interface WireProtocol {
  /** Throws RequestProblem if the vendor would refuse the body. */
  readRequest(body: unknown): Conversation
  encoder(conversation: Conversation, promptUsage: Usage): EventEncoder
  whole(conversation: Conversation, answer: WholeAnswer): unknown
  problemBody(problem: Problem): unknown
}

/** One server-sent event; `name` is the `event:` line that some protocols have. */
export function serverSentEvent(data: unknown, name?: string): string {
  const body = `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
  return name === undefined ? body : `event: ${name}\n${body}`
}
