import { holdAnswer } from '@atrium/sandbox'
import { checkInvariants, readEvents, startWorld, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})

/** Texts that connections sent, and replies (`null`), in their order. */
type Traffic = (string | null)[]

async function trafficOf(work: () => Promise<unknown>): Promise<Traffic[]> {
  const original = pg.Client.prototype.query
  const byClient = new Map<pg.Client, Traffic>()
  const watched = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [query] = given as [string | { text: string }]
    const traffic = byClient.get(this) ?? []
    byClient.set(this, traffic)
    traffic.push((typeof query === 'string' ? query : query.text).replaceAll(/\s+/g, ' ').trim())
    const reply = Reflect.apply(original, this, given) as Promise<unknown>
    return reply.finally(() => traffic.push(null))
  } as never)
  try {
    await work()
  } finally {
    watched.mockRestore()
  }
  return [...byClient.values()]
}

/** The messages of the transaction with this statement: what was sent before the reply to anything before it was waited for. */
function messagesWith(statement: string, connections: readonly Traffic[]): string[][] {
  for (const traffic of connections) {
    const at = traffic.findIndex((text) => text?.includes(statement))
    const begin = traffic.slice(0, at).findLastIndex((text) => text?.startsWith('begin;'))
    if (at < 0 || begin < 0) continue
    const end = traffic.findIndex((text, index) => index > at && text?.includes('commit;'))
    const sent = traffic.slice(begin, end + 1)
    return sent.reduce<string[][]>((messages, text, index) => {
      if (text !== null && (index === 0 || sent[index - 1] === null)) messages.push([])
      if (text !== null) messages.at(-1)?.push(text)
      return messages
    }, [])
  }
  return []
}

const purposes: [purpose: string, text: RegExp][] = [
  ['role and tenant', /set_config\('role','atrium_app',true\).*app\.account_id/],
  ['commit', /commit;/],
  ['account is not suspended', /from account where id = \$1 for share/],
  ['chat as planned', /refuse\(.*from chat .*for no key update|from chat .*for no key update.*refuse\(/],
  ['room as planned', /from room .*refuse\(/],
  ['question and turn', /insert into message \(.*insert into turn_log.*insert into turn \(/],
  ['hold', /insert into credit_hold/],
  ['end of the turn', /update turn set state.*insert into turn_log/],
  ['settlement', /update credit_hold set charged_milli/],
]
const purposeOf = (text: string) =>
  purposes.find(([, pattern]) => pattern.test(text))?.[0] ?? (/^(select|with)/.test(text) ? 'read' : text)

test('OPS-05 CRED-02 permission, question, turn, log and hold are sent in one message with their commit, and so is the end of an answer', async () => {
  const kim = await world.signUp()
  const before = await kim.ask('Which is older, tea or coffee?')
  await readEvents(before.response)
  const connections = await trafficOf(async () => {
    const following = { chatId: before.chatId, parentTurnId: before.turnId }
    await readEvents((await kim.ask('And cocoa?', following)).response)
  })

  const opening = messagesWith('insert into message (', connections).map((texts) => texts.map(purposeOf))
  expect(opening.shift()?.[0]).toBe('role and tenant')
  expect(opening.pop()).toEqual([
    'account is not suspended',
    'chat as planned',
    'room as planned',
    'question and turn',
    'hold',
    'commit',
  ])
  expect(new Set(opening.flat())).toEqual(new Set(['read']))

  const closing = messagesWith('update turn set state', connections).map((texts) => texts.map(purposeOf))
  expect(closing).toEqual([
    ['role and tenant', 'read'],
    ['chat as planned', 'end of the turn', 'settlement', 'commit'],
  ])
})

test('a temporary chat that is left at the moment its answer ends is erased', async () => {
  const kim = await world.signUp()
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { chatId, response } = await kim.ask('Only for now?', { isTemporary: true })
  await answer.asked
  const leaving = await world.database.pool.connect()
  await leaving.query('begin')
  await leaving.query('update chat set deleted_at = now() where id = $1', [chatId])
  answer.say('Yes.')
  answer.finish()
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%from chat%for no key update%'`.execute(
      world.database.kysely,
    )
    expect(rows).toHaveLength(1)
  })
  await leaving.query('commit')
  leaving.release()
  await readEvents(response)
  await vi.waitFor(async () => {
    const { rows } = await sql`select from chat where id = ${chatId}`.execute(world.database.kysely)
    expect(rows).toEqual([])
  })
})
