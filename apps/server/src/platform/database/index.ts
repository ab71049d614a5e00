export { advisoryLock, tryAdvisoryLock } from './advisory-lock.ts'
export {
  connect,
  type ConnectOptions,
  type Database,
  type DatabaseAddress,
  openWarmConnections,
  type TenantTransaction,
  type Transaction,
} from './connect.ts'
export {
  isDamaged,
  isDatabaseUnavailable,
  isForeignKeyViolation,
  isNotAllowedOrLoaded,
  isUniqueViolation,
  retryable,
  unavailableReason,
} from './errors.ts'
export { migrate, MigrationError, readApplied, readMigrations } from './migrate.ts'
export { PreparingClient } from './preparing-client.ts'
export type { DatabaseTables } from './tables.ts'
export { refuseIf, refusalIn } from './refuse-if.ts'
export { versionOf } from './version-of.ts'
export { type RowsOf, type Statement, statement } from './statement.ts'
export {
  commitWith,
  inSystem,
  inTenant,
  releaseLocksEarly,
  sendTogether,
  type Tenant,
} from './transaction.ts'
export { jsonText } from './json-text.ts'
export { listenTo, type ListenOptions, notify, notifyAll } from './notifications.ts'
