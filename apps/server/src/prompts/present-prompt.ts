import { type Prompt, type PromptHit, variablesOf } from '@atrium/contract'
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

/** A template as a suggestion: without its text, which is loaded when it is opened. */
export function presentHit(reach: Reach, found: PromptRow | Prompt): PromptHit {
  const isRow = 'scope' in found
  const roomId = isRow ? found.roomId : (found.room?.id ?? null)
  const room = reach.rooms.find(({ id }) => id === roomId)
  return {
    promptId: isRow ? found.id : found.promptId,
    title: found.title,
    description: found.description,
    source: isRow ? found.scope : found.source,
    room: room ? { id: room.id, name: room.name } : null,
    starred: found.starred,
    hasVariables: variablesOf(found.promptText).length > 0,
  }
}
