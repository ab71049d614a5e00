import { setTimeout as delay } from 'node:timers/promises'
import { readPlans } from '@atrium/server/accounts/index.ts'
import { monthOf, renewMonths } from '@atrium/server/credits/index.ts'
import { createTestClock } from '@atrium/server/platform/clock.ts'
import { connect, type Database, type DatabaseAddress } from '@atrium/server/platform/database/index.ts'
import type { Log } from '@atrium/server/platform/log.ts'
import type { Secret } from '@atrium/server/platform/config/secret.ts'
import type { AccountId, RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { call } from '../api-client.ts'
import { events, filesAt } from './events.ts'
import { holdConversation, type TimedTurn } from './hold-conversation.ts'
import {
  addSchedules,
  holdAnalysis,
  holdResearch,
  holdSummaries,
  holdTableRun,
  holdTranslation,
} from './jobs.ts'
import { apiOf, joinTeam, memberOf } from './join-team.ts'
import { moveInTime, type TimedAudit } from './move-in-time.ts'
import { openProduct } from './open-product.ts'
import type { TimedOrder } from './orders.ts'
import { planTimes, randomNumbers, shuffled } from './plan-times.ts'
import {
  readConversations,
  readConversationsAfterCanvases,
  readConversationsAfterFiles,
  type WrittenConversation,
} from './read-conversations.ts'
import { scriptModel } from './script-model.ts'
import { emailOf, team } from './team.ts'
import { tidyHistory } from './tidy-history.ts'

export interface SeedOptions {
  address: DatabaseAddress
  dataDir: string
  plansFile: string
  secret: Secret
  log: Log
  /** The same seed on the same day makes the same chats at the same times; ids are new each time. */
  seed: number
  /** When the last chat is to have been, or a little later. */
  now: Date
  onProgress?: (chats: number, ofChats: number) => void
}

/** The database is not one that a demo belongs into. */
export class SeedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SeedError'
  }
}

const days = 120
const dayMs = 86_400_000

/** Whether anybody has an account in the database; and refuses one where the demo team is already. */
export async function hasAccounts(database: Database): Promise<boolean> {
  const emails = team.map(emailOf)
  const { rows } = await sql<{ accounts: number; demo: number }>`
    select (select count(*)::int from account) as accounts,
      (select count(*)::int from identity_user where email = any(${emails})) as demo`.execute(database.kysely)
  if ((rows[0]?.demo ?? 0) > 0)
    throw new SeedError(`The demo team is in this database already: sign in as ${emails[0]}.`)
  return (rows[0]?.accounts ?? 0) > 0
}

/**
 * Fills a migrated database with the demo team: twelve people, seven rooms, four months of chats. Everything goes through the
 * product's own API, with a clock that moves through those months, so parts, usage, holds, charges, grants and titles are
 * real. Nothing else may use the database during it. Returns the totals.
 */
export async function seedDemo(options: SeedOptions): Promise<{ chats: number; turns: number }> {
  const { address, log, now, plansFile } = options
  const random = randomNumbers(options.seed)
  // The last ones: by then everything else that the rooms have is there.
  const conversations = [...inOrder(random), ...readConversationsAfterCanvases()]
  const times = planTimes(conversations.length, { now, days }, random)
  const foundedAt = new Date(now.getTime() - (days + 7) * dayMs)
  const clock = createTestClock(foundedAt)
  const database = connect(address, { log, maxConnections: 4 })
  const product = await openProduct({ ...options, clock })
  try {
    const model = scriptModel(product.provider, conversations, clock)
    const { accountId, members, roomIds } = await joinTeam(product, { database, plansFile, clock, log })
    const plans = readPlans(plansFile)
    const turns: TimedTurn[] = []
    const audited: TimedAudit[] = [await auditedUntil(database, accountId, foundedAt)]
    const waiting = [...events]
    const place = {
      accountId,
      apiOf: async (person: string, room?: string) => ({
        ...(await apiOf(product, memberOf(members, person))),
        accountId,
        ...(room !== undefined && { roomId: roomOf(room) }),
      }),
      roomOf,
      userOf: (person: string) => memberOf(members, person).userId,
      payments: product.payments,
      now: clock.now,
      orders: [] as TimedOrder[],
    }
    for (const [index, conversation] of conversations.entries()) {
      const wantedMs = times[index]?.getTime() ?? 0
      await goTo(Math.max(wantedMs, clock.now().getTime() + 60_000))
      while ((waiting[0]?.at ?? 1) <= index / conversations.length) {
        await waiting.shift()?.happen(place)
        audited.push(await auditedUntil(database, accountId, clock.now()))
      }
      const api = await place.apiOf(conversation.person, conversation.room)
      const where = { api, clock, model, random }
      turns.push(...(await holdConversation(where, conversation)))
      options.onProgress?.(index + 1, conversations.length)
    }
    await waitForTitles(database, accountId)
    // From here on the sandbox's models answer by themselves.
    product.provider.reset()
    turns.push(await holdResearch(await place.apiOf('amara', 'Product'), clock))
    turns.push(await holdSummaries(await place.apiOf('amara', 'Support'), clock))
    turns.push(await holdTableRun(await place.apiOf('amara', 'Product'), clock))
    const inRoom = async (room: string) => ({
      ...(await place.apiOf('amara', room)),
      roomId: place.roomOf(room),
    })
    turns.push(await holdTranslation(await inRoom('Support'), clock))
    turns.push(await holdAnalysis(await inRoom('Product'), clock))
    await waitForTitles(database, accountId)
    await addSchedules(place)
    await call('requestCredits', await apiOf(product, memberOf(members, 'tomas')), {
      params: { id: accountId },
      body: { reason: 'I compare the offers of forty fish farms until Friday.' },
    })
    for (const member of members.values()) {
      const api = await apiOf(product, member)
      await tidyHistory(member.person.key, { ...api, accountId })
      await call('changeUser', api, { body: { recent_workspace: accountId, isWelcomed: true } })
      await call('signOut', { ...api, origin: product.url }, { body: { everywhere: true } })
    }
    audited.push(await auditedUntil(database, accountId, clock.now()))
    await moveInTime(database, accountId, { foundedAt, turns, audited, orders: place.orders })
    return { chats: conversations.length, turns: turns.length }

    function roomOf(name: string): RoomId {
      const roomId = roomIds.get(name)
      if (!roomId) throw new Error(`There is no room ${name}.`)
      return roomId
    }

    /** Sets the clock, and starts every month on its first day. */
    async function goTo(timeMs: number): Promise<void> {
      for (;;) {
        const here = clock.now()
        if (monthOf(here) === monthOf(new Date(timeMs))) break
        clock.advance(Date.UTC(here.getUTCFullYear(), here.getUTCMonth() + 1) - here.getTime())
        await renewMonths({ database, plans, log, now: clock.now })
      }
      clock.advance(timeMs - clock.now().getTime())
    }
  } finally {
    await product.close()
    await database.close()
  }
}

/** Conversations about files come after the files. */
function inOrder(random: () => number): WrittenConversation[] {
  const first = shuffled(readConversations(), random)
  const cut = Math.ceil(first.length * (filesAt + 0.1))
  return [
    ...first.slice(0, cut),
    ...shuffled([...first.slice(cut), ...readConversationsAfterFiles()], random),
  ]
}

/** The last entry of the audit log so far, which was written at this time. */
async function auditedUntil(database: Database, accountId: AccountId, at: Date): Promise<TimedAudit> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(max(id), 0) as id from audit_entry where account_id = ${accountId}`.execute(
    database.kysely,
  )
  return { lastId: rows[0]?.id ?? '0', at }
}

const titlesWithinMs = 60_000

/** Titles are written by jobs, which may be a moment behind. */
async function waitForTitles(database: Database, accountId: string): Promise<void> {
  for (const giveUpAt = performance.now() + titlesWithinMs; performance.now() < giveUpAt;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(distinct chat.id)::int as waiting from chat join turn on turn.chat_id = chat.id and turn.account_id = chat.account_id
      where chat.account_id = ${accountId} and title_source = 'none' and turn.state = 'answered' and turn.parent_turn_id is null`.execute(
      database.kysely,
    )
    if (rows[0]?.waiting === 0) return
    await delay(100)
  }
  throw new Error('Some chats did not get a title.')
}
