import type { AccountId, UserId } from '@atrium/contract'
import { planNameOf, type Plans, requireAccountEditor } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'

/** A person reading a report of an account. */
export type Reader = { accountId: AccountId; userId: UserId }

/** Throws unless the account's plan includes reports (PERM-04). Everybody in it may then read their own history. */
export async function requireReports(trx: Transaction, { accountId }: Reader, plans: Plans): Promise<void> {
  const planName = (await planNameOf(trx, accountId)) ?? fail('NOT_FOUND')
  if (!plans.named(planName).enable_reports) fail('REPORTS_NOT_ALLOWED')
}

/** Throws unless the reader is an admin of an account whose plan includes reports. */
export async function requireUsageReader(trx: Transaction, reader: Reader, plans: Plans): Promise<void> {
  await requireAccountEditor(trx, reader)
  await requireReports(trx, reader, plans)
}
