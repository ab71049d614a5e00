import type { AccountId, RoomId } from '@atrium/contract'
import type { ReactNode } from 'react'

/** The props of each way of inviting: the room to start in, and its field. */
export type InviteFormProps = { accountId: AccountId; roomId: RoomId | null; room: ReactNode }
