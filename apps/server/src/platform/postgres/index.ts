export { NoBuiltInPostgresError } from './binaries.ts'
export { startPostgres, type BuiltInPostgres, type StartPostgresOptions } from './start-postgres.ts'
