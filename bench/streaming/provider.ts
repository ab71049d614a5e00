import { startModelProvider } from '@atrium/sandbox'

/**
 * Runs in a separate process: the sandbox's model provider with its bench models. It answers any message of the benchmark with the
 * arrival times of all questions since the last message, by number.
 */

/** Times by the wall clock, in milliseconds: the processes of one machine share it. */
export type QuestionsArrived = Record<number, number>

let arrived: QuestionsArrived = {}

process.on('disconnect', () => process.exit())
process.on('message', () => {
  process.send?.(arrived)
  arrived = {}
})
const { url } = await startModelProvider({
  onBench(body) {
    const number = /\[chat (\d+)\]/.exec(lastMessageOf(body))?.[1]
    // Other calls, such as for a title, quote the question after its answer has started.
    if (number !== undefined) arrived[Number(number)] ??= performance.timeOrigin + performance.now()
  },
})
process.send?.({ url })

function lastMessageOf(body: unknown): string {
  const { messages } = body as { messages?: { content?: unknown }[] }
  return JSON.stringify(messages?.at(-1)?.content ?? '')
}
