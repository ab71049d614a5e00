import type { AccountId } from '@atrium/contract'
import { sql } from 'kysely'
import { planNameOf, type Plans } from '../../accounts/index.ts'
import { advisoryLock, type Database, inTenant, type Transaction } from '../../platform/database/index.ts'
import type { IndexRun } from './index-run.ts'
import { UnreadableError } from './settle-failure.ts'

/** An amount of text: a limit, or what is used. */
export type TextLimits = { textBytes: number; passages: number }
type LimitPorts = { database: Database; plans: Plans }
type OfUpload = Pick<IndexRun, 'accountId' | 'fileId' | 'uploadId'>

const megabyte = 1024 * 1024

/** Returns a file's text limits by its account's plan; of a file from an archive, what the others leave. */
export const textLimitsOf = ({ database, plans }: LimitPorts, run: OfUpload): Promise<TextLimits> =>
  inTenant(database, { accountId: run.accountId, userId: null }, async (trx) => {
    const limits = await limitsOfPlan(trx, plans, run.accountId)
    const used = await usedByOthers(trx, run)
    return {
      textBytes: Math.max(0, limits.textBytes - used.textBytes),
      passages: Math.max(0, limits.passages - used.passages),
    }
  })

/**
 * Throws TOO_MUCH_TEXT or TOO_MANY_PASSAGES when a file exceeds what its archive's other files leave. Concurrent files wait for
 * each other here.
 */
export async function requireTextLimits(
  trx: Transaction,
  plans: Plans,
  run: OfUpload,
  text: TextLimits,
): Promise<void> {
  if (run.uploadId === null) return
  await advisoryLock(trx, `text of ${run.uploadId}`)
  const limits = await limitsOfPlan(trx, plans, run.accountId)
  const used = await usedByOthers(trx, run)
  if (used.textBytes + text.textBytes > limits.textBytes) throw new UnreadableError('TOO_MUCH_TEXT')
  if (used.passages + text.passages > limits.passages) throw new UnreadableError('TOO_MANY_PASSAGES')
}

async function limitsOfPlan(trx: Transaction, plans: Plans, accountId: AccountId): Promise<TextLimits> {
  const planName = await planNameOf(trx, accountId)
  const plan = planName === undefined ? plans.default : plans.named(planName)
  return { textBytes: plan.rag_max_text_size * megabyte, passages: plan.rag_max_passages }
}

async function usedByOthers(
  trx: Transaction,
  { accountId, fileId, uploadId }: OfUpload,
): Promise<TextLimits> {
  if (uploadId === null) return { textBytes: 0, passages: 0 }
  const found = await sql<TextLimits>`
    select coalesce(sum(text_bytes), 0)::bigint as "textBytes", coalesce(sum(passages), 0)::bigint as passages
    from indexed_file
    where account_id = ${accountId} and upload_id = ${uploadId} and file_id <> ${fileId} and status = 'COMPLETED'`.execute(
    trx,
  )
  return found.rows[0] ?? { textBytes: 0, passages: 0 }
}
