import { isBegun } from '@atrium/contract'
import type { AnswerPorts } from './ports.ts'
import { giveUpLeases } from '../chats/index.ts'

export { createLogWriter } from './log-writer.ts'
export { createNotices } from './notices.ts'
export { createOpenReaders, type OpenReaders } from './open-readers.ts'
export type { AnswerPorts, TitleJob } from './ports.ts'
export { answerRoutes } from './routes.ts'
export { type OpenBrowsers, tellBrowsers } from './tell-browsers.ts'
export { titleChat } from './title-chat.ts'
export { watchLeases } from './watch-leases.ts'

/**
 * Lets this process end: running answers may come to their end within the time, in milliseconds; of the rest, those that
 * nobody saw a word of are handed to the next node, and the others end as interrupted with their text.
 */
export async function drainAnswers(ports: AnswerPorts, withinMs: number): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  while (ports.running.size > 0 && performance.now() < giveUpAt)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const left = [...ports.running.values()]
  const unseen = left.filter((turn) => !isBegun(turn.parts))
  for (const turn of unseen) turn.abort('lease-lost')
  for (const turn of left) turn.abort('shutting-down')
  while (ports.running.size > 0) await new Promise((resolve) => setTimeout(resolve, 10))
  if (unseen.length > 0)
    await giveUpLeases(
      ports.database,
      unseen.map((turn) => turn.lease),
    )
}
