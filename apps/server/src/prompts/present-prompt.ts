import type { Prompt } from '@atrium/contract'
import { type Actor, mayEdit, type PromptRow, type Reach } from './access.ts'

export function presentPrompt(actor: Actor, reach: Reach, row: PromptRow): Prompt {
  const { id, ownerId, ownerName, scope, roomId, createdAt, updatedAt, ...shown } = row
  const room = reach.rooms.find((one) => one.id === roomId)
  return {
    ...shown,
    promptId: id,
    source: scope,
    room: room ? { id: room.id, name: room.name } : null,
    owner: ownerId !== null && ownerName !== null ? { id: ownerId, name: ownerName } : null,
    mayEdit: mayEdit(actor, reach, row),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
