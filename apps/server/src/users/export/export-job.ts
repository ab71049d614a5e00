import type { ExportId, UserId } from '@atrium/contract'

/** What the job is told that makes a copy of somebody's data. */
export type ExportJob = { exportId: ExportId; userId: UserId }
