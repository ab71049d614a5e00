import type {
  AccountId,
  AccountRole,
  AuditAction,
  InviteId,
  InvitesEndedBecause,
  LinkId,
  RoomId,
  UserId,
} from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'

type Given = ColumnType<Date, Date | undefined, never>

interface AccountTable {
  id: AccountId
  name: string
  logo_filename: string | null
  plan_name: string
  created_by: UserId
  created_at: Given
  deleted_at: Date | null
  /** Only system administrators can restore it. */
  deleted_by_system: Generated<boolean>
  suspended_at: Date | null
  suspended_reason: string | null
  /** Null: the product's default. */
  default_model_id: string | null
  /** Null: all. */
  allowed_model_ids: string[] | null
  /** Null: chats are kept. */
  chat_retention_days: number | null
  auto_join_domain: string | null
  allows_public_links: Generated<boolean>
  /** The model that answers at a monthly limit; null: none. */
  limit_model_id: string | null
}

interface MembershipTable {
  account_id: AccountId
  user_id: UserId
  role: AccountRole
  status: Generated<'INVITED' | 'JOINED' | 'ACCEPTED'>
  joined_at: Given
  /** Thousandths of a credit; null: no limit. */
  monthly_credit_limit_milli: number | null
  /** Thousandths of a credit each month, in addition to the plan's share; they also extend the limit. */
  monthly_extra_milli: Generated<number>
  /** Folded name and address, kept by triggers. */
  person: Generated<string>
}

interface InviteTable {
  account_id: AccountId
  id: InviteId
  email: string
  role: 'admin' | 'member'
  token_hash: string
  invited_by: UserId | null
  /** The room to land in; null: only the account. */
  room_id: RoomId | null
  invited_at: Given
  sent_at: Generated<Date>
  expires_at: Date
  state: Generated<'pending' | 'accepted' | 'declined' | 'withdrawn'>
  settled_at: Date | null
  /** Why it ended, when its sender is no longer an admin. */
  ended_because: InvitesEndedBecause | null
  /** When an admin dismissed it from the ended invitations. */
  dismissed_at: Date | null
}

interface InviteLinkTable {
  account_id: AccountId
  id: LinkId
  token_hash: string
  created_by: UserId | null
  room_id: RoomId | null
  created_at: Given
  expires_at: Date
  use_limit: number | null
  use_count: Generated<number>
  revoked_at: Date | null
  ended_because: InvitesEndedBecause | null
  dismissed_at: Date | null
}

interface RemovedMemberTable {
  account_id: AccountId
  user_id: UserId
  removed_at: Generated<Date>
}

interface AuditEntryTable {
  account_id: AccountId
  id: ColumnType<number, never, never>
  at: Given
  actor_id: UserId
  action: AuditAction
  object_type: string
  object_id: string
  details: string
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    account: AccountTable
    membership: MembershipTable
    invite: InviteTable
    invite_link: InviteLinkTable
    removed_member: RemovedMemberTable
    audit_entry: AuditEntryTable
  }
}
