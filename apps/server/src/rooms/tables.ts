import type {
  AccountId,
  ChatShare,
  MembershipType,
  Modifiers,
  RoomAccess,
  RoomId,
  UserId,
} from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'

interface RoomTable {
  account_id: AccountId
  id: RoomId
  name: string
  description: Generated<string>
  logo_filename: string | null
  access_type: RoomAccess
  created_by: UserId
  created_at: ColumnType<Date, Date | undefined, never>
  deleted_at: Date | null
  instructions: Generated<string>
  /** A `Modifiers` as JSON. */
  modifiers: ColumnType<Modifiers, string | undefined, string>
  /** A subset of the account's; null: all. */
  allowed_model_ids: string[] | null
  marks_unsupported: Generated<boolean>
  new_chat_share: Generated<ChatShare>
}

interface RoomMemberTable {
  account_id: AccountId
  room_id: RoomId
  user_id: UserId
  membership_type: MembershipType
  added_at: ColumnType<Date, Date | undefined, never>
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    room: RoomTable
    room_member: RoomMemberTable
  }
}
