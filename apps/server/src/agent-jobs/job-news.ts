import type { ChatId, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/index.ts'
import { isOwn, isTracked } from './access.ts'
import type { Actor } from './ports.ts'

/** A job with a reason to open it. A cancelled one has none. */
export type JobNews = {
  chatId: ChatId
  turnId: TurnId
  title: string
  room: string
  state: 'completed' | 'failed' | 'paused'
}

/** Returns the actor's jobs that ended since a moment and weren't seen, and those that paused since and still wait; latest first. */
export async function jobNewsSince(trx: TenantTransaction, actor: Actor, since: Date): Promise<JobNews[]> {
  const found = await sql<JobNews>`
    select agent_job.chat_id as "chatId", agent_job.turn_id as "turnId", chat.title, room.name as room, agent_job.state
    from agent_job
    join chat on chat.account_id = agent_job.account_id and chat.id = agent_job.chat_id
    join room on room.account_id = chat.account_id and room.id = chat.room_id
    where ${isOwn(actor)} and (
      (agent_job.state in ('completed', 'failed') and agent_job.ended_at > ${since} and ${isTracked})
      or (agent_job.state = 'paused' and agent_job.paused_at > ${since}))
    order by coalesce(agent_job.ended_at, agent_job.paused_at) desc, agent_job.id desc limit 100`.execute(trx)
  return found.rows
}
