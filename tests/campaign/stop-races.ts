import { setTimeout as delay } from 'node:timers/promises'
import { call, checkInvariants, endOf, readEvents, startWorld, textOf } from '@atrium/testkit'
import { storedTurns } from './turns-now.ts'

export type StopRaces = { stopped: number; answered: number; wrong: string[] }

/** Presses Stop at about the moment at which an answer ends, so many times, several at once. `random` gives numbers from 0 up to 1. */
export async function raceStopsWithEnds(
  databaseHost: string,
  times: number,
  random: () => number,
): Promise<StopRaces> {
  const world = await startWorld({ databaseHost })
  const races: StopRaces = { stopped: 0, answered: 0, wrong: [] }
  const seen: { turnId: string; events: { eventId: number; json: string }[] }[] = []
  try {
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, index) => world.signUp({ name: `Racer Number${'abcdefgh'[index]}` })),
    )
    world.model.script('test-model', () => [
      { text: 'a ' },
      { text: 'b ' },
      { text: 'c' },
      { finish: 'stop' },
    ])
    let left = times
    await Promise.all(
      people.map(async (person) => {
        while (left-- > 0) {
          const { response, turnId } = await person.ask('Race?')
          const reading = readEvents(response)
          await delay(random() * 12)
          await call('stopAnswer', person.api, { params: { turnId } })
          const { events } = await reading
          seen.push({
            turnId,
            events: events.map(({ eventId, part }) => ({ eventId, json: JSON.stringify(part) })),
          })
          const state = endOf(events)?.state
          if (state === 'stopped') races.stopped += 1
          else if (state === 'answered' && textOf(events) === 'a b c') races.answered += 1
          else races.wrong.push(`${turnId} ended as ${state} with “${textOf(events)}”`)
        }
      }),
    )
    const turns = await storedTurns(world.database)
    for (const { turnId, events } of seen)
      if (!turns.has(turnId) || events.length === 0) races.wrong.push(`${turnId} was not seen or is lost`)
    const violations = await checkInvariants(world.database, { acknowledged: [], seen })
    races.wrong.push(...violations.map(({ invariant, what }) => `${invariant} ${what}`))
  } finally {
    await world.close()
  }
  return races
}
