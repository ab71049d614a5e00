import type { ExportId, UserId } from '@atrium/contract'

/** Input of the job that makes a data export. */
export type ExportJob = { exportId: ExportId; userId: UserId }
