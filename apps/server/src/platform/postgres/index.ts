export { NoBuiltInPostgresError } from './binaries.ts'
export {
  findPostgres,
  startPostgres,
  type BuiltInPostgres,
  type StartPostgresOptions,
} from './start-postgres.ts'
