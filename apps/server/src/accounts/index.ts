export { outsidersAmong, roleIn } from './access.ts'
export { type SettingPorts } from './account-settings.ts'
export { type AuditToWrite, writeAudit } from './audit.ts'
export { createAccount, type AccountPorts, type OnOpened, type OpenedAccount } from './create-account.ts'
export { type InvitePorts } from './invite-people.ts'
export { inviteBindings } from './invite-routes.ts'
export { type Joined, type JoiningPorts } from './join-account.ts'
export { memberBindings } from './member-routes.ts'
export { isInvited } from './my-invites.ts'
export { type DeletionPorts, eraseDeletedAccounts, type ErasurePorts } from './delete-account.ts'
export { presentPlan, type Plan } from './plan.ts'
export {
  accountOf,
  accountsAfter,
  accountsOf,
  type AccountRow,
  type AccountToRenew,
  planNameOf,
} from './queries.ts'
export { parsePlans, PlansFileError, readPlans, type Plans } from './read-plans.ts'
export { type AccessTaken, type LeavingPorts } from './remove-member.ts'
export { accountBindings } from './routes.ts'
export { creditLimitOf, isCreditLimited, type ModelRules, modelRulesOf, retentionRules } from './rules-of.ts'
export { settingBindings } from './setting-routes.ts'
