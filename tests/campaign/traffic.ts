import type { TestPerson } from '@atrium/testkit'
import { ask, type AskedQuestion } from './browser.ts'
import type { CampaignWorld } from './campaign-world.ts'

/** People who ask one question after another, so that the kill meets answers in any phase. */
export function startTraffic(world: CampaignWorld, people: readonly TestPerson[], label: string) {
  const asked: AskedQuestion[] = []
  const over = Promise.withResolvers<void>()
  let isOver = false

  async function talk(person: TestPerson, index: number): Promise<void> {
    let previous: AskedQuestion | null = null
    for (let count = 0; !isOver; count += 1) {
      // Every third question starts a new chat, the others continue it.
      const follows = count % 3 === 0 ? null : previous
      previous = ask(world, person, `${label}, talk ${index + 1}, question ${count + 1}?`, {
        ...(follows && { chatId: follows.chatId, parentTurnId: follows.request.turnId }),
      })
      asked.push(previous)
      await Promise.race([previous.done, over.promise])
    }
  }
  for (const [index, person] of people.entries()) void talk(person, index)
  return {
    asked,
    /** Stops new questions. */
    end() {
      isOver = true
      over.resolve()
    },
  }
}
