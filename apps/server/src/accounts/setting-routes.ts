import { contract } from '@atrium/contract'
import { type Binding, binding } from '../platform/http/bind.ts'
import { changeSettings, readSettings, type SettingPorts } from './account-settings.ts'
import { deleteAccount, type DeletionPorts, listDeletedAccounts, restoreAccount } from './delete-account.ts'

export const settingBindings = (ports: SettingPorts & DeletionPorts): Binding[] => [
  binding(contract.getAccountSettings, async ({ caller }) => ({ data: await readSettings(ports, caller) })),
  binding(contract.changeAccountSettings, async ({ caller, body }) => ({
    data: await changeSettings(ports, caller, body),
  })),
  binding(contract.deleteAccount, async ({ caller }) => ({ data: await deleteAccount(ports, caller) })),
  binding(contract.listDeletedAccounts, async ({ caller }) => ({
    data: await listDeletedAccounts(ports.database, caller.userId),
  })),
  binding(contract.restoreAccount, async ({ caller, body }) => ({
    data: await restoreAccount(ports, { accountId: body.accountId, userId: caller.userId }),
  })),
]
