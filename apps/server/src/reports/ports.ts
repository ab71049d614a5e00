import type { NamesOfRooms, Plans } from '../accounts/index.ts'
import type { Database } from '../platform/database/index.ts'

export type ReportPorts = {
  database: Database
  plans: Plans
  namesOfRooms: NamesOfRooms
  /** Returns the names of the configured models by id. */
  modelNames(): ReadonlyMap<string, string>
}
