import type { Member } from './people.ts'

/** Where somebody administers the account that they are in. */
export const membersOf = ({ accountId }: Pick<Member, 'accountId'>) => `/account-members/${accountId}`
export const settingsOf = ({ accountId }: Pick<Member, 'accountId'>) => `/account-admin/settings/${accountId}`
export const auditOf = ({ accountId }: Pick<Member, 'accountId'>) => `/account-admin/audit-log/${accountId}`
