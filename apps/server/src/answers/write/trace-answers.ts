import type { Span, Traces } from '../../platform/traces/index.ts'
import { AnswerTrace } from './answer-trace.ts'
import type { RunningTurn } from './running-turn.ts'

/** Records a turn from now on as a trace of its own. */
export function traceTurn(traces: Traces | null, turn: RunningTurn, name: string): void {
  const span = traces?.begin(name, turn.isOfJob ? 'consumer' : 'internal')
  if (!span) return
  span.set({ 'atrium.turn.id': turn.turnId })
  turn.trace = new AnswerTrace(span)
}

type Accepted = { answers: { turn: RunningTurn }[] } | null

/** Accepts a question, and records each of its answers since then: in the trace of the request, or in a new one if it has none. */
export async function traceAccepting<Result extends Accepted>(
  traces: Traces | null,
  parent: Span | null | undefined,
  accept: () => Promise<Result>,
): Promise<Result> {
  const startMs = performance.now()
  const accepted = await accept()
  if (!traces || parent === null) return accepted
  for (const { turn } of accepted?.answers ?? []) {
    const span = parent
      ? parent.child('answer', 'internal', startMs)
      : traces.begin('answer', 'internal', { startMs })
    if (!span) continue
    span.set({ 'atrium.turn.id': turn.turnId })
    span.child('accept question', 'internal', startMs).end()
    turn.trace = new AnswerTrace(span)
  }
  return accepted
}
