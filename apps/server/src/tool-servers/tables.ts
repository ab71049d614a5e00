import type {
  ChatId,
  RoomId,
  SessionId,
  ToolCallId,
  ToolForm,
  ToolMode,
  ToolServerId,
  ToolServerProblem,
  TurnId,
  UserId,
} from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'

interface ToolServerTable {
  account_id: string
  id: ToolServerId
  name: string
  prefix: string
  url: string | null
  installed_name: string | null
  headers_sealed: string | null
  header_names: Generated<string[]>
  headers_set_at: Date | null
  is_enabled: Generated<boolean>
  revision: Generated<number>
  problem: ToolServerProblem | null
  checked_at: Date | null
  created_by: UserId | null
  created_at: Generated<Date>
}

interface ToolServerSignInTable {
  account_id: string
  server_id: ToolServerId
  issuer: string
  client_sealed: string
  tokens_sealed: string | null
  scopes: Generated<string[]>
  expires_at: Date | null
  signed_in_by: UserId | null
  signed_in_at: Generated<Date>
  lease: string | null
  lease_until: Date | null
}

interface ToolServerSignInRequestTable {
  account_id: string
  state_hash: string
  server_id: ToolServerId
  user_id: UserId
  session_id: SessionId
  sealed: string
  expires_at: Date
}

interface ServerToolTable {
  account_id: string
  server_id: ToolServerId
  name: string
  accepted: ColumnType<ToolForm | null, string | null, string | null>
  accepted_hash: string | null
  offered: ColumnType<ToolForm | null, string | null, string | null>
  offered_hash: string | null
}

interface RoomToolTable {
  account_id: string
  room_id: RoomId
  server_id: ToolServerId
  tool_name: string
  mode: Exclude<ToolMode, 'off'>
}

interface ToolCallTable {
  account_id: string
  id: ToolCallId
  turn_id: TurnId
  server_id: ToolServerId
  tool_name: string
  form_hash: string
  state: 'waiting' | 'allowed' | 'refused' | 'expired'
  scope: 'once' | 'chat' | null
  expires_at: Date
  started_at: Date | null
  created_at: Generated<Date>
}

interface ToolConsentTable {
  account_id: string
  chat_id: ChatId
  user_id: UserId
  server_id: ToolServerId
  tool_name: string
  form_hash: string
  granted_at: Generated<Date>
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    tool_server: ToolServerTable
    tool_server_sign_in: ToolServerSignInTable
    tool_server_sign_in_request: ToolServerSignInRequestTable
    server_tool: ServerToolTable
    room_tool: RoomToolTable
    tool_call: ToolCallTable
    tool_consent: ToolConsentTable
  }
}
