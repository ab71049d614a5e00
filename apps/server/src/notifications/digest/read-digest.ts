import type { AccountId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { invitesSince } from '../../accounts/index.ts'
import { type JobNews, jobNewsSince } from '../../agent-jobs/index.ts'
import { type UnmailedMention, unmailedMentions, type UnseenChat, unseenChats } from '../../chats/index.ts'
import { requestsSince } from '../../credits/index.ts'
import { type Database, inSystem, inTenant } from '../../platform/database/index.ts'

type OfAccount = { account: string; accountId: AccountId }

/** The news for a person since their last digest, in everything that they may open now. */
export type Digest = {
  /** Without the chats of `jobs`. */
  chats: (UnseenChat & OfAccount)[]
  /** Jobs that ended unseen or wait for the person. */
  jobs: (JobNews & OfAccount)[]
  mentions: (UnmailedMention & OfAccount)[]
  invites: { account: string; inviter: string | null }[]
  /** People who request credits of an account that the person administers. */
  requests: (OfAccount & { name: string })[]
}

export const isEmpty = ({ chats, jobs, mentions, invites, requests }: Digest): boolean =>
  chats.length + jobs.length + mentions.length + invites.length + requests.length === 0

/** Reads each account with the person's own rights, in a transaction of theirs. */
export async function readDigest(database: Database, userId: UserId, since: Date): Promise<Digest> {
  const { accounts, invites } = await inSystem(database, async (trx) => {
    const found = await sql<OfAccount>`
      select account.id as "accountId", account.name as account
      from membership join account on account.id = membership.account_id
      where membership.user_id = ${userId} and status <> 'INVITED' and account.deleted_at is null and suspended_at is null
      order by lower(account.name), account.id`.execute(trx)
    return {
      accounts: found.rows,
      invites: await invitesSince(trx, userId, since),
    }
  })
  const digest: Digest = { chats: [], jobs: [], mentions: [], invites, requests: [] }
  for (const of of accounts) {
    const actor = { accountId: of.accountId, userId }
    await inTenant(database, actor, async (trx) => {
      const jobs = await jobNewsSince(trx, actor, since)
      digest.jobs.push(...jobs.map((job) => ({ ...job, ...of })))
      const ofJobs = new Set(jobs.map(({ chatId }) => chatId))
      const chats = await unseenChats(trx, actor, since)
      digest.chats.push(
        ...chats.filter(({ chatId }) => !ofJobs.has(chatId)).map((chat) => ({ ...chat, ...of })),
      )
      const mentions = await unmailedMentions(trx, actor, since)
      digest.mentions.push(...mentions.map((mention) => ({ ...mention, ...of })))
      const names = await requestsSince(trx, actor, since)
      digest.requests.push(...names.map((name) => ({ name, ...of })))
    })
  }
  return digest
}
