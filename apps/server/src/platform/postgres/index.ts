export { findCluster } from './places.ts'
export { ClusterInUseError } from './server-lock.ts'
export {
  DatabaseStartError,
  findPostgres,
  startPostgres,
  type BuiltInPostgres,
  type StartPostgresOptions,
} from './start-postgres.ts'
