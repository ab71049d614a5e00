import type { Member } from './people.ts'

/** The URL of the current account's administration. */
export const membersOf = ({ accountId }: Pick<Member, 'accountId'>) => `/account-members/${accountId}`
export const settingsOf = ({ accountId }: Pick<Member, 'accountId'>) => `/account-admin/settings/${accountId}`
export const auditOf = ({ accountId }: Pick<Member, 'accountId'>) => `/account-admin/audit-log/${accountId}`
export const reportOf = ({ accountId }: Pick<Member, 'accountId'>, report: string) =>
  `/reports-and-analytics/${report}/${accountId}`
