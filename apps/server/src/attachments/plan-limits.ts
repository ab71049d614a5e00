import { planNameOf, type Plans } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Attached, isPicture } from './attach.ts'
import type { Actor } from './ports.ts'

const megabyte = 1024 * 1024

/** Maximum size of one document of a question, and of all together, by the account's plan (KB-03). In megabytes. */
async function documentLimits(trx: Transaction, { accountId }: Actor, plans: Plans) {
  const plan = plans.named((await planNameOf(trx, accountId)) ?? fail('NOT_FOUND'))
  return { each: plan.rag_max_file_size, together: plan.rag_max_total_input_size }
}

/** Returns the maximum bytes of a question's document. FILE_TOO_LARGE with the limit in `megabytes` for one known to be larger. */
export async function maxDocumentBytes(
  trx: Transaction,
  actor: Actor,
  plans: Plans,
  sizeBytes: number | undefined,
): Promise<number> {
  const { each } = await documentLimits(trx, actor, plans)
  if (sizeBytes !== undefined && sizeBytes > each * megabyte)
    fail('FILE_TOO_LARGE', { details: { megabytes: each } })
  return each * megabyte
}

/** Throws FILES_TOO_LARGE_TOGETHER with the limit in `megabytes` for too many bytes in one question. */
export async function refuseTooMuchTogether(
  trx: Transaction,
  actor: Actor,
  plans: Plans,
  files: readonly Attached[],
): Promise<void> {
  const documents = files.filter((file) => !isPicture(file))
  if (documents.length === 0) return
  const { together } = await documentLimits(trx, actor, plans)
  if (documents.reduce((total, { sizeBytes }) => total + sizeBytes, 0) > together * megabyte)
    fail('FILES_TOO_LARGE_TOGETHER', { details: { megabytes: together } })
}
