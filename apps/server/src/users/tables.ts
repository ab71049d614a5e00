import type { ExportId, UserId } from '@atrium/contract'
import type { ColumnType } from 'kysely'

interface UserPictureTable {
  name: string
  user_id: UserId
  requested_at: Date
  /** When the picture was received, checked and stored; null until then. */
  uploaded_at: Date | null
}

export interface UserExportTable {
  id: ExportId
  user_id: UserId
  requested_at: Date
  state: ColumnType<'making' | 'ready' | 'failed', never, 'ready' | 'failed'>
  size_bytes: number | null
  ready_at: Date | null
  expires_at: Date | null
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    user_picture: UserPictureTable
    user_export: UserExportTable
  }
}
