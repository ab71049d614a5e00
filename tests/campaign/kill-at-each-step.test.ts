import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { CampaignWorld } from './campaign-world.ts'
import { gatherPeople, killRound, type RoundOutcome } from './kill-round.ts'
import { steps } from './steps.ts'
import { chatsWithoutTitle, killWithWaitingTitles } from './titles.ts'

const rounds = 5

describe('kill -9 at each step of the life of a question, all steps at once', () => {
  let world: CampaignWorld
  const outcomes: RoundOutcome[] = []
  beforeAll(async () => {
    world = await CampaignWorld.start({ databaseHost: inject('databaseHost') })
    const people = await gatherPeople(world)
    for (let round = 1; round <= rounds; round += 1)
      outcomes.push(
        await killRound(world, people, { label: `Round ${round}`, losesLastWords: round % 2 === 1 }),
      )
  }, 600_000)
  afterAll(() => world.close())

  test.each(steps.map((step) => [`${step.shows} ${step.name}`, step] as const))('%s', (_, step) => {
    const atStep = outcomes.map((outcome) => outcome.steps.find((one) => one.step === step))
    expect(atStep).toHaveLength(rounds)
    expect(atStep.flatMap((one) => one?.wrong)).toEqual([])
  })

  test('OPS-04 B01 B03 B05 B07 B37 B41 I1 to I6 hold after every kill', () => {
    expect(outcomes.flatMap(({ violations }) => violations)).toEqual([])
  })

  test('an orphaned answer reaches its state within 15 seconds of the restart', () => {
    const seconds = outcomes.flatMap((outcome) => [
      ...outcome.talkOrphanSeconds,
      ...outcome.steps.flatMap(({ orphanSeconds }) => orphanSeconds ?? []),
    ])
    expect(seconds.length).toBeGreaterThan(rounds)
    expect(Math.max(...seconds)).toBeLessThanOrEqual(15)
  })

  test(
    'B09 titles whose making was killed, and titles that waited for an answer, are made later',
    { timeout: 150_000 },
    async () => {
      expect(await killWithWaitingTitles(world)).toBeGreaterThan(0)
      expect(await chatsWithoutTitle(world, 80_000)).toEqual([])
    },
  )
})
