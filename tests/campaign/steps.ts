import type { TestPerson } from '@atrium/testkit'
import { ask, type AskedQuestion, type HowToAsk } from './browser.ts'
import { type Blockade, blockade } from './blockade.ts'
import type { CampaignWorld } from './campaign-world.ts'

/** The state of a question before the kill, and its required outcome. */
export type Step = {
  name: string
  /** The numbers of the catalogue that it shows. */
  shows: string
  /** Steps run in this order, concurrently within a stage: a block of the log of all answers comes last, a block of one row before it. */
  stage: 1 | 2 | 3
  bring(scene: Scene): Promise<AskedQuestion>
  /** Whether the question is stored at the moment of the kill. */
  isStored: boolean
  /** The required final state of the turn. `kept`: it ended before the kill and stays unchanged. */
  ends: 'answered' | 'interrupted' | 'kept'
}

/** What a step may use. Blockades end with the kill. */
export type Scene = {
  world: CampaignWorld
  person: TestPerson
  /** Unlike any other question. */
  question: string
  block(statement: string, values: unknown[]): Promise<Blockade>
}

export const stageOf = (world: CampaignWorld, blockades: Blockade[]): Pick<Scene, 'world' | 'block'> => ({
  world,
  async block(statement, values) {
    const held = await blockade(world.database, world.address, statement, values)
    blockades.push(held)
    return held
  },
})

const asking = ({ world, person, question }: Scene, how?: HowToAsk) => ask(world, person, question, how)

const firstWords = 'These '
const moreWords = ['words ', 'were ', 'shown.']

/** Asked and answered so far that the reader sees some words; the rest is in the caller's hand. */
async function shown(scene: Scene, words: string[] = [firstWords]) {
  const answer = scene.world.director.hold(scene.question)
  const asked = asking(scene)
  await answer.asked
  let reported = ''
  for (const word of words) {
    answer.say(word)
    reported += word
    const soFar = reported
    await asked.until(() => asked.text() === soFar)
  }
  return { answer, asked }
}

const lockOfCredits = "select from credit_balance where account_id = $1 and holder = 'team' for update"
const lockOfChat = 'select from chat where id = $1 for update'
/** Blocks the writing of a missing event: its writer waits. */
const lockOfEvent = `insert into turn_log (account_id, turn_id, first_event_id, last_event_id, events) values ($1, $2, $3, $3, '[]')`

/** Blocks the indexing of a turn: whoever indexes it waits. */
const lockOfWords = `
  insert into chat_words (account_id, chat_id, turn_id, owner_id, words)
  select account_id, chat_id, id, asked_by, '' from turn where id = $1`

const nextEvent = ({ seen }: AskedQuestion) => (seen.events.at(-1)?.eventId ?? 0) + 1

export const steps: Step[] = [
  {
    name: 'q1 half of the request has arrived',
    shows: 'B01',
    stage: 1,
    isStored: false,
    ends: 'answered',
    async bring(scene) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const asked = asking(scene, { halfAtFirst: { onSent: resolve } })
      await promise
      return asked
    },
  },
  {
    name: 'q2 within transaction 1, before its commit',
    shows: 'B01',
    stage: 2,
    isStored: false,
    ends: 'answered',
    async bring(scene) {
      const held = await scene.block(lockOfCredits, [scene.person.accountId])
      const asked = asking(scene)
      await held.caught()
      return asked
    },
  },
  {
    name: 'q3 acknowledged, the provider has received nothing',
    shows: 'B03',
    stage: 1,
    isStored: true,
    ends: 'answered',
    async bring(scene) {
      const asked = asking(scene, { modelId: 'door-model' })
      await asked.until(asked.accepted)
      return asked
    },
  },
  {
    name: 'q4 taken over from a dead worker, the provider has received nothing',
    shows: 'B03 B11',
    stage: 1,
    isStored: true,
    ends: 'answered',
    async bring(scene) {
      const asked = asking(scene, { modelId: 'door-model' })
      await asked.until(asked.accepted)
      // As if another node had taken the turn over and died of it.
      const { pool } = scene.world.database
      await pool.query(
        `update turn set lease_number = lease_number + 1, lease_owner = 'a dead node', lease_expires_at = now() - interval '1 second'
        where id = $1`,
        [asked.turnId],
      )
      const isTaken = `select from turn where id = $1 and lease_number >= 3 and lease_owner <> 'a dead node'`
      while ((await pool.query(isTaken, [asked.turnId])).rowCount === 0)
        await new Promise((resolve) => setTimeout(resolve, 25))
      return asked
    },
  },
  {
    name: 'q5 the provider has received the question',
    shows: 'B03',
    stage: 1,
    isStored: true,
    ends: 'answered',
    async bring(scene) {
      const answer = scene.world.director.hold(scene.question)
      const asked = asking(scene)
      await asked.until(asked.accepted)
      await answer.asked
      return asked
    },
  },
  {
    name: 'q6 the first words are shown',
    shows: 'B05',
    stage: 1,
    isStored: true,
    ends: 'interrupted',
    bring: async (scene) => (await shown(scene)).asked,
  },
  {
    name: 'q7 several words are shown',
    shows: 'B05 B47',
    stage: 1,
    isStored: true,
    ends: 'interrupted',
    bring: async (scene) => (await shown(scene, [firstWords, ...moreWords])).asked,
  },
  {
    name: 'q7 words are on their way into the log and not yet shown',
    shows: 'B05',
    stage: 3,
    isStored: true,
    ends: 'interrupted',
    async bring(scene) {
      const { answer, asked } = await shown(scene)
      const held = await scene.block(lockOfEvent, [scene.person.accountId, asked.turnId, nextEvent(asked)])
      answer.say('Nobody has seen this.')
      await held.caught()
      return asked
    },
  },
  {
    name: 'q8 the provider has ended, transaction 2 has not begun its work',
    shows: 'B07',
    stage: 2,
    isStored: true,
    ends: 'interrupted',
    async bring(scene) {
      const { answer, asked } = await shown(scene)
      const held = await scene.block(lockOfChat, [asked.chatId])
      answer.finish()
      await held.caught()
      return asked
    },
  },
  {
    name: 'q9 within transaction 2, at the settlement',
    shows: 'B07',
    stage: 2,
    isStored: true,
    ends: 'interrupted',
    async bring(scene) {
      const { answer, asked } = await shown(scene)
      const held = await scene.block(lockOfCredits, [scene.person.accountId])
      answer.finish()
      await held.caught()
      return asked
    },
  },
  {
    name: 'q9 within transaction 2, at the last events',
    shows: 'B07',
    stage: 2,
    isStored: true,
    ends: 'interrupted',
    async bring(scene) {
      const { answer, asked } = await shown(scene)
      const held = await scene.block(lockOfEvent, [scene.person.accountId, asked.turnId, nextEvent(asked)])
      answer.finish()
      await held.caught()
      return asked
    },
  },
  {
    name: 'q10 the reader has seen the end',
    shows: 'B07 B09',
    stage: 1,
    isStored: true,
    ends: 'kept',
    async bring(scene) {
      const { answer, asked } = await shown(scene)
      answer.finish()
      await asked.until(() => asked.end() !== null)
      return asked
    },
  },
  {
    name: 'q11 the chat is being given its title',
    shows: 'B09',
    stage: 1,
    isStored: true,
    ends: 'kept',
    async bring(scene) {
      const title = scene.world.director.holdTitle(scene.question)
      const { answer, asked } = await shown(scene)
      answer.finish()
      await title.asked
      return asked
    },
  },
  {
    name: 'q11 the answer is being indexed for search',
    shows: 'B09',
    stage: 2,
    isStored: true,
    ends: 'kept',
    async bring(scene) {
      const { answer, asked } = await shown(scene)
      const held = await scene.block(lockOfWords, [asked.turnId])
      answer.finish()
      await asked.until(() => asked.end() !== null)
      await held.caught()
      return asked
    },
  },
]

/** The number of a step in the life of a question, such as `q7`. */
export const numberOf = ({ name }: Step): string => name.split(' ')[0] ?? name
