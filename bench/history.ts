import type { UserId } from '@atrium/contract'
import { startModelProvider } from '@atrium/sandbox'
import { wordOfOwner } from '@atrium/server/chats/history/chat-words.ts'
import { connect, type DatabaseAddress } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { call } from '@atrium/testkit/api-client.ts'
import { percentile } from './statistics.ts'
import { startAtrium } from './streaming/atrium.ts'
import { type Person, signUpPeople } from './streaming/people.ts'

/** Percentage of all chats that belong to the one person who searches; the rest belong to others of the same deployment. */
const ownShare = 5

/** Duration of one person's history and search among other people's chats. */
export type HistoryMeasured = {
  chats: number
  /** By request; p95 of 100 calls over HTTP, in milliseconds, after 60 warm-up calls. */
  calls: { what: string; p95Ms: number; goal: number }[]
}

/** Fills the real server's database with chats and asks as a person who owns some of them. */
export async function measureHistory(chats: number, say: (line: string) => void): Promise<HistoryMeasured> {
  await using started = new AsyncDisposableStack()
  const provider = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
  started.defer(() => provider.close())
  const atrium = await startAtrium({ providerUrl: provider.url })
  started.defer(() => atrium.end())
  const [owner, other] = (await signUpPeople(atrium, 2)) as [Person, Person]
  const own = Math.ceil((chats * ownShare) / 100)
  say(`${chats} chats, ${own} of them of the person who asks …`)
  await fill(atrium.databaseAddress, { owner, other, own, chats })

  const settings = { url: atrium.url, token: owner.token, accountId: owner.accountId }
  const search = (query: string) => () => call('searchChats', settings, { query: { query } })
  const asked: [what: string, goal: number, ask: () => Promise<unknown>][] = [
    ['first page of history', 15, () => call('listHistory', settings, { query: {} })],
    ['recent chats', 15, () => call('listRecentChats', settings, { query: {} })],
    ['labels', 15, () => call('listLabels', settings, { query: {} })],
    ['search of a word that is rare', 100, search('word4711 ')],
    ['search of a word in every chat', 100, search('common ')],
    ['search of two words, one begun', 100, search('common word471')],
  ]
  const calls = []
  for (const [what, goal, ask] of asked) calls.push({ what, goal, p95Ms: await p95Of(ask) })
  return { chats, calls }
}

async function p95Of(ask: () => Promise<unknown>): Promise<number> {
  // Each of the server's connections plans a statement for its first five executions.
  for (let count = 0; count < 60; count++) await ask()
  const took: number[] = []
  for (let count = 0; count < 100; count++) {
    const from = performance.now()
    await ask()
    took.push(performance.now() - from)
  }
  return percentile(took, 0.95)
}

type Run = (text: string, ...values: unknown[]) => Promise<{ rows: { user_id: UserId }[] }>

/** The id of the nth thing of a kind, as SQL. */
const idOf = (kind: string) => `'${kind}_01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0')`

type Filling = { owner: Person; other: Person; own: number; chats: number }

/** Twenty labels, one of them on every third chat of the person. */
async function labelSome(run: Run, owner: Person, own: number): Promise<void> {
  const labelId = `'label_01890000-0000-7000-8000-' || lpad(to_hex(n % 20), 12, '0')`
  await run(
    `insert into chat_label (account_id, id, owner_id, name)
    select $1, ${labelId}, user_id, 'Label ' || n from membership, generate_series(0, 19) as n
    where account_id = $1 and role = 'owner'`,
    owner.accountId,
  )
  await run(
    `insert into chat_labelled (account_id, chat_id, label_id)
    select $1, ${idOf('chat')}, ${labelId} from generate_series(1, $2::int, 3) as n`,
    owner.accountId,
    own,
  )
}

/** Chats with one turn each, whose words are one that all have, one of ten, and two of ten thousand. */
async function fill(address: DatabaseAddress, { owner, other, own, chats }: Filling): Promise<void> {
  const database = connect(address, {
    log: createLog({ level: 'silent' }),
    maxConnections: 1,
    statementTimeoutMs: 0,
  })
  const run: Run = (text, ...values) => database.pool.query<{ user_id: UserId }>(text, values)
  const people: [Person, number, number][] = [
    [owner, 1, own],
    [other, own + 1, chats],
  ]
  try {
    // Without triggers, which run for small batches of chats: their rows are written below.
    await run('set session_replication_role = replica')
    for (const [person, from, to] of people) {
      const found = await run(
        `select user_id from membership where account_id = $1 and role = 'owner'`,
        person.accountId,
      )
      const userId = found.rows[0]?.user_id
      if (userId === undefined) throw new Error('The account has no owner.')
      await run(
        `insert into chat (account_id, id, room_id, owner_id, title, title_source, asked_at)
        select $1, ${idOf('chat')}, $2, $3, 'Chat ' || n, 'person', now() - n * interval '1 minute'
        from generate_series($4::int, $5::int) as n`,
        person.accountId,
        person.roomId,
        userId,
        from,
        to,
      )
      await run(
        `insert into chat_tally (account_id, owner_id, room_id, chats, starred) values ($1, $2, $3, $4, 0)`,
        person.accountId,
        userId,
        person.roomId,
        to - from + 1,
      )
      await run(
        `insert into chat_words (account_id, chat_id, turn_id, owner_id, written_at, words)
        select $1, ${idOf('chat')}, ${idOf('turn')}, $2, now() - n * interval '1 minute', array_to_tsvector(array[
          $3, 'common', 'tenth' || n % 10, 'word' || n % 10000, 'word' || (n::bigint * 7919) % 10000])
        from generate_series($4::int, $5::int) as n`,
        person.accountId,
        userId,
        wordOfOwner({ accountId: person.accountId, userId }),
        from,
        to,
      )
    }
    await labelSome(run, owner, own)
    await run('vacuum analyze chat, chat_tally, chat_words, chat_label, chat_labelled')
  } finally {
    await database.close()
  }
}
