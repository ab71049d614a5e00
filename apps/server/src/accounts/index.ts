export { accountsModule } from './accounts.module.ts'
export {
  lockAccountEditor,
  membershipIn,
  membershipOf,
  outsidersAmong,
  refuseSuspended,
  requireAccountEditor,
  roleIn,
} from './access.ts'
export { type SettingPorts } from './account-settings.ts'
export {
  type NamesOfRooms,
  type AuditToWrite,
  auditing,
  writeAudit,
  writeAuditHourly,
  writeAudits,
} from './audit.ts'
export { looksLikeMember } from './members/look-alike-members.ts'
export { endInvitesOf } from './invites/end-invites-of.ts'
export { createAccount, type AccountPorts, type OnOpened, type OpenedAccount } from './create-account.ts'
export { type InvitePorts } from './invites/invite-people.ts'
export { type RoomsForInvites } from './invites/invited-room.ts'
export { inviteBindings } from './invites/invite-routes.ts'
export { type Joined, type JoiningPorts } from './invites/join-account.ts'
export { memberBindings } from './members/member-routes.ts'
export { auditSignIn } from './audit-sign-in.ts'
export { invitedAddress, isInvited } from './invites/my-invites.ts'
export { invitesSince } from './invites/invites-since.ts'
export { type DeletionPorts, eraseDeletedAccounts, type ErasurePorts } from './delete-account.ts'
export { monthlyCreditsOf } from './monthly-credits-of.ts'
export { type Pack, presentPlan, Plan, Seller, type ShopSettings } from './plan.ts'
export {
  accountOf,
  accountsAfter,
  accountsOf,
  type AccountRow,
  type AccountToRenew,
  planNameOf,
} from './queries.ts'
export { parsePlans, PlansFileError, readPlans, type Plans } from './read-plans.ts'
export { type LeavingPorts } from './members/remove-member.ts'
export { accountBindings } from './routes.ts'
export {
  addMonthlyExtra,
  allowsPublicLinks,
  creditLimitOf,
  isCreditLimited,
  type ModelRules,
  modelRulesOf,
  monthlyExtrasOf,
  retentionRules,
} from './rules-of.ts'
export { settingBindings } from './setting-routes.ts'
