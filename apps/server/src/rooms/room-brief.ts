import type { ChatShare, MembershipType, RoomId, SystemPrompt } from '@atrium/contract'
import type { AllowedModels } from '../models/index.ts'

/** The model rules of the account and of the room. */
export type RoomModels = { accountModelIds: AllowedModels; roomModelIds: AllowedModels }

/**
 * The part of a room that every question needs: instructions (ROOM-08), allowed models, whether answers are checked, how new chats are
 * shared, and monthly limits.
 */
export type RoomBrief = SystemPrompt &
  RoomModels & {
    id: RoomId
    name: string
    marksUnsupported: boolean
    newChatShare: ChatShare
    limitModelId: string | null
    /** Whether the person has a monthly limit, or the room. */
    isLimited: boolean
  }

/** A room as a person who may ask in it finds it. */
export type UsableRoom = RoomBrief & {
  /** The person's role in the room. */
  membershipType: MembershipType
  /** Differs when anything else here does. */
  version: string
}
