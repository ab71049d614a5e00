import type { ServerResponse } from 'node:http'
import type { BenchModel } from './bench-model.ts'
import type { Timed, TimerWheel } from './timer-wheel.ts'

/** Streams prepared frames at the model's rate, without records and faults, to be cheap. */
export function streamBench(
  response: ServerResponse,
  frames: Buffer[],
  model: BenchModel,
  wheel: TimerWheel,
): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'transfer-encoding': 'chunked',
  })
  response.flushHeaders()
  wheel.add(new BenchStream(response, frames, model))
}

class BenchStream implements Timed {
  readonly #response: ServerResponse
  readonly #frames: Buffer[]
  readonly #firstAt: number
  readonly #gapMs: number
  #next = 0
  dueAt: number

  constructor(response: ServerResponse, frames: Buffer[], model: BenchModel) {
    this.#response = response
    this.#frames = frames
    this.#firstAt = performance.now() + model.firstTokenMs
    this.#gapMs = 1000 / model.perSecond
    this.dueAt = this.#firstAt
  }

  run(now: number): boolean {
    const { socket } = this.#response
    if (socket === null || socket.destroyed) return false
    while (this.dueAt <= now) {
      const frame = this.#frames[this.#next++]
      // Past the response: the frames carry their HTTP chunk headers already.
      if (frame !== undefined) socket.write(frame)
      if (this.#next >= this.#frames.length) {
        this.#response.end()
        return false
      }
      this.dueAt = this.#firstAt + this.#next * this.#gapMs
    }
    return true
  }
}
