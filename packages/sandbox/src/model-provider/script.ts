import type { Conversation } from './conversation.ts'
import type { Step, Steps } from './answer/steps.ts'
import type { RecordedRequest } from './recorded-requests.ts'

/** The request to a scripted model. */
export interface ScriptedCall {
  conversation: Conversation
  request: RecordedRequest
}

/** Answers a call step by step, in the test's own time. */
export type Respond = (call: ScriptedCall) => Steps

/** Scripts by model id; '*' is for every model. A scripted model need not exist otherwise. */
export class Scripts {
  #scripts: { model: string; respond: Respond; left: number }[] = []

  /** The latest script for a model goes first; `times` limits the requests that it answers. */
  add(model: string, script: Step[] | Respond, times = Infinity): void {
    const respond = typeof script === 'function' ? script : () => script
    this.#scripts.unshift({ model, respond, left: times })
  }

  take(model: string): Respond | null {
    const found = this.#scripts.find(
      (script) => script.left > 0 && (script.model === model || script.model === '*'),
    )
    if (found === undefined) return null
    found.left--
    return found.respond
  }

  clear(): void {
    this.#scripts = []
  }
}

/** An answer that a test controls: the model sends only what the test releases. */
export interface HeldAnswer {
  /** Give it to `script`; it answers one call. */
  respond: Respond
  /** Settles when the call has arrived. */
  asked: Promise<ScriptedCall>
  say(text: string): void
  think(reasoning: string): void
  /** Any other step: an error event, a drop, a stall. */
  do(step: Step): void
  /** Ends the answer with 'stop'. */
  finish(): void
}

export function holdAnswer(): HeldAnswer {
  const asked = Promise.withResolvers<ScriptedCall>()
  const waiting: Step[] = []
  let wake = Promise.withResolvers<void>()
  let finished = false

  const add = (step: Step) => {
    waiting.push(step)
    wake.resolve()
  }
  async function* steps(): AsyncIterable<Step> {
    while (true) {
      const next = waiting.shift()
      if (next !== undefined) yield next
      else if (finished) return
      else {
        await wake.promise
        wake = Promise.withResolvers()
      }
    }
  }
  return {
    respond: (call) => {
      asked.resolve(call)
      return steps()
    },
    asked: asked.promise,
    say: (text) => add({ text }),
    think: (reasoning) => add({ reasoning }),
    do: add,
    finish: () => {
      finished = true
      wake.resolve()
    },
  }
}
