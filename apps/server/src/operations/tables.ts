import type { UserId } from '@atrium/contract'
import type { Generated, JSONColumnType } from 'kysely'

export interface SystemSettingTable {
  name:
    | 'sign-up'
    | 'mail'
    | 'web-search'
    | 'branding'
    | 'setup'
    | 'downtime'
    | 'forced-sign-out'
    | 'announcement'
    | 'new-chat'
  value: JSONColumnType<object>
  secret_sealed: string | null
  changed_at: Generated<Date>
  changed_by: UserId
}

/** A version of the forced sign-out whose sessions were ended. */
export interface ForcedSignOutTable {
  version: string
  ended_at: Generated<Date>
}

export interface NoticePictureTable {
  name: string
  content_type: string
  bytes: Buffer
  created_at: Generated<Date>
}

/** Somebody who waits for sign-up; the address is in lower case. */
export interface SignUpWaitingTable {
  email: string
  language: string
  asked_at: Generated<Date>
  invited_at: Date | null
  invited_by: UserId | null
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    system_setting: SystemSettingTable
    forced_sign_out: ForcedSignOutTable
    notice_picture: NoticePictureTable
    sign_up_waiting: SignUpWaitingTable
  }
}
