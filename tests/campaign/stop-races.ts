import { setTimeout as delay } from 'node:timers/promises'
import { call, checkInvariants, endOf, readEvents, startWorld, textOf } from '@atrium/testkit'
import { storedTurns } from './turns-now.ts'

/** Maximum deviation of an answer's end from the expected meeting of Stop and end. */
const spreadMs = 15
const stepMs = 4

export type StopRaces = { stopped: number; answered: number; wrong: string[] }

/** Presses Stop at about the moment when an answer ends, `times` times, several concurrently. `random` returns numbers from 0 up to 1. */
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
    const ends = new Map<string, PromiseWithResolvers<void>>()
    world.model.script('test-model', ({ request: { question } }) => [
      { text: 'a ' },
      { wait: ends.get(question)?.promise ?? Promise.resolve() },
      { text: 'b ' },
      { text: 'c' },
      { finish: 'stop' },
    ])
    let left = times
    // Adjusted during the run, since it depends on the machine: later when answers win, earlier when Stop does.
    let meetingMs = 10
    await Promise.all(
      people.map(async (person) => {
        while (left-- > 0) {
          const question = `Race ${left}?`
          const end = Promise.withResolvers<void>()
          ends.set(question, end)
          const { response, turnId } = await person.ask(question)
          const reading = readEvents(response)
          const endsAfterMs = meetingMs + (random() - 0.5) * 2 * spreadMs
          const stopping = call('stopAnswer', person.api, { params: { turnId } })
          await delay(Math.max(0, endsAfterMs))
          end.resolve()
          await stopping
          const { events } = await reading
          seen.push({
            turnId,
            events: events.map(({ eventId, part }) => ({ eventId, json: JSON.stringify(part) })),
          })
          const [state, text] = [endOf(events)?.state, textOf(events)]
          meetingMs = Math.max(0, meetingMs + (state === 'answered' ? stepMs : -stepMs))
          if (state === 'stopped' && 'a b c'.startsWith(text)) races.stopped += 1
          else if (state === 'answered' && text === 'a b c') races.answered += 1
          else races.wrong.push(`${turnId} ended as ${state} with “${text}”`)
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
