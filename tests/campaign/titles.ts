import { ask } from './browser.ts'
import type { CampaignWorld } from './campaign-world.ts'
import { within } from './kill-round.ts'

/** More than the follow-up work that a process does at once beside running answers (`follow-up-work.ts`). */
const waitingChats = 12

/** Kills the process while titles wait for a running answer, starts it again, and returns how many of them the model had not been asked for. */
export async function killWithWaitingTitles(world: CampaignWorld): Promise<number> {
  const person = await world.signUp('Will Waiting')
  const chats = Array.from({ length: waitingChats }, (_, index) => {
    const question = `Which tea waits for its title as number ${index}?`
    const answer = world.director.hold(question)
    const title = world.director.holdTitle(question)
    return { answer, title, asked: ask(world, person, question) }
  })
  let asked = 0
  for (const { title } of chats) void title.asked.then(() => (asked += 1))
  await within(30_000, Promise.all(chats.map(({ answer }) => answer.asked)), 'questions to the model')
  const running = world.director.hold('Which answer makes them wait?')
  const runs = ask(world, person, 'Which answer makes them wait?')
  await within(30_000, running.asked, 'the running answer')
  for (const { answer } of chats) {
    answer.say('Tea.')
    answer.finish()
  }
  await within(30_000, Promise.all(chats.map((chat) => chat.asked.done)), 'ends of the answers')
  const waiting = (await countTitleJobs(world)) - asked
  await world.kill()
  for (const { title } of chats) {
    title.say('A title that waited')
    title.finish()
  }
  await world.startAtrium()
  await within(60_000, runs.done, 'the end of the running answer')
  return waiting
}

/** The number of title jobs that wait or run. */
async function countTitleJobs(world: CampaignWorld): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job where name = 'name-chat' and state <= 'active'`,
  )
  return rows[0]?.count ?? 0
}

/** Chats with an answer but without a generated title after a timeout; none if every job completed. */
export async function chatsWithoutTitle(world: CampaignWorld, timeoutMs: number): Promise<string[]> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const { rows } = await world.database.pool.query<{ id: string }>(
      `select chat.id from chat join turn on turn.chat_id = chat.id and turn.position = 1
      where turn.parts <> '[]' and chat.title_source = 'none'`,
    )
    if (rows.length === 0 || Date.now() > deadline) return rows.map(({ id }) => id)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
