import type { Account } from '@atrium/contract'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Actor, requireAccountEditor } from './access.ts'
import type { AccountPorts } from './create-account.ts'
import { presentAccount } from './present.ts'
import { accountOf } from './queries.ts'

export type AccountChange = { name?: string | undefined; logoFilename?: string | null | undefined }

export type ChangeAccountPorts = Omit<AccountPorts, 'onOpened'> & {
  /**
   * The stored name of a logo that was uploaded for this account by a form of its own, from what the client calls it (the
   * form's key, or the name alone); null when there is none such.
   */
  findLogo(trx: Transaction, account: Actor['accountId'], logoFilename: string): Promise<string | null>
}

/** Renames an account or sets (null: takes away) its logo; what is not given stays. A logo of anybody else is refused. */
export async function changeAccount(
  ports: ChangeAccountPorts,
  actor: Actor,
  change: AccountChange,
): Promise<Account> {
  return await inTenant(ports.database, actor, async (trx) => {
    await requireAccountEditor(trx, actor)
    const changed = {
      ...(change.name !== undefined && { name: change.name }),
      ...(change.logoFilename !== undefined && { logo_filename: await logoOf(trx, change.logoFilename) }),
    }
    if (Object.keys(changed).length > 0)
      await trx.updateTable('account').set(changed).where('id', '=', actor.accountId).execute()
    return presentAccount((await accountOf(trx, actor.accountId, actor.userId)) ?? fail('NOT_FOUND'), ports)
  })

  async function logoOf(trx: Transaction, logoFilename: string | null): Promise<string | null> {
    if (logoFilename === null) return null
    const name = await ports.findLogo(trx, actor.accountId, logoFilename)
    const issue = {
      path: 'body.logoFilename',
      message: 'No picture of this name was uploaded for this account.',
    }
    return name ?? fail('INVALID_INPUT', { issues: [issue] })
  }
}
