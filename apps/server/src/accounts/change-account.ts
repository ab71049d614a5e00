import type { Account, AuditAction, AuditDetails } from '@atrium/contract'
import { inSystem, inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, lockAccountEditor } from './access.ts'
import { writeAudit } from './audit.ts'
import type { AccountPorts } from './create-account.ts'
import { presentAccount } from './present.ts'
import { accountOf, accountsOf } from './queries.ts'
import { refuseLookAlike } from './refuse-look-alike.ts'

export type AccountChange = { name?: string | undefined; logoFilename?: string | null | undefined }

export type ChangeAccountPorts = Omit<AccountPorts, 'onOpened'> & {
  /**
   * Returns the stored name of a logo uploaded for this account, from the form's key or the name alone; null when there is none.
   */
  findLogo(trx: Transaction, account: Actor['accountId'], logoFilename: string): Promise<string | null>
}

/** Renames an account or sets its logo (null: removes it); fields that aren't given stay unchanged. Refuses a logo of another account. */
export async function changeAccount(
  ports: ChangeAccountPorts,
  actor: Actor,
  change: AccountChange,
): Promise<Account> {
  const { name } = change
  if (name !== undefined) {
    const mine = await inSystem(ports.database, (trx) => accountsOf(trx, actor.userId))
    refuseLookAlike(
      name,
      mine.filter(({ id }) => id !== actor.accountId),
    )
  }
  return await inTenant(ports.database, actor, async (trx) => {
    await lockAccountEditor(trx, actor)
    const before = (await accountOf(trx, actor.accountId, actor.userId)) ?? fail('NOT_FOUND')
    if (change.name !== undefined && change.name !== before.name) {
      await set(trx, { name: change.name })
      await audit(trx, 'account.renamed', { from: before.name, to: change.name })
    }
    if (change.logoFilename !== undefined) {
      await set(trx, { logo_filename: await logoOf(trx, change.logoFilename) })
      await audit(trx, 'account.logo-changed', { removed: change.logoFilename === null })
    }
    return presentAccount((await accountOf(trx, actor.accountId, actor.userId)) ?? fail('NOT_FOUND'), ports)
  })

  async function set(trx: Transaction, values: { name?: string; logo_filename?: string | null }) {
    await trx.updateTable('account').set(values).where('id', '=', actor.accountId).execute()
  }

  async function audit(trx: Transaction, action: AuditAction, details: AuditDetails) {
    const { accountId, userId: actorId } = actor
    await writeAudit(trx, { accountId, actorId, action, objectType: 'account', objectId: accountId, details })
  }

  async function logoOf(trx: Transaction, logoFilename: string | null): Promise<string | null> {
    if (logoFilename === null) return null
    const name = await ports.findLogo(trx, actor.accountId, logoFilename)
    const issue = {
      path: 'body.logoFilename',
      message: 'No image with this name was uploaded for this account.',
    }
    return name ?? fail('INVALID_INPUT', { issues: [issue] })
  }
}
