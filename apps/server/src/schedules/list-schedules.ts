import type { Schedule } from '@atrium/contract'
import { sql } from 'kysely'
import type { Models } from '../models/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { countSchedulesIn, schedulesIn } from './access.ts'
import type { Actor } from './ports.ts'
import { presentSchedule } from './present-schedule.ts'

type Page = { scope: 'own' | 'account'; page: number; page_size: number }

/** Returns one page of schedules, next run first, and the count of all. */
export async function listSchedules(
  trx: TenantTransaction,
  models: Pick<Models, 'list'>,
  actor: Actor,
  { scope, page, page_size: size }: Page,
): Promise<{ schedules: Schedule[]; count: number }> {
  const onPage = sql`true order by schedule.next_run_at nulls last, schedule.created_at desc, schedule.id
    limit ${size} offset ${(page - 1) * size}`
  const found = await schedulesIn(trx, actor, scope, onPage)
  return {
    schedules: found.map((one) => presentSchedule(models, one, { isOwn: one.userId === actor.userId })),
    count: await countSchedulesIn(trx, actor, scope),
  }
}
