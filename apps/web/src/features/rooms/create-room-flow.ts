import type { ModifierName, Person, Room, RoomAccess } from '@atrium/contract'
import { ApiError } from '../../lib/api-error.ts'

/** What somebody writes down before there is a room. */
export type RoomDraft = {
  name: string
  access: RoomAccess
  description: string
  logo: File | null
  members: Person[]
  instructions: InstructionsDraft
}
export type InstructionsDraft = { text: string; modifiers: Partial<Record<ModifierName, string>> }

/** What the flow does to the world, so that it can be told without one. Each rejects when it did not succeed. */
export type RoomCreation<Made extends Pick<Room, 'id'>> = {
  create: (draft: RoomDraft) => Promise<Made>
  activate: (room: Made) => unknown
  addMembers: (room: Made, members: Person[]) => Promise<unknown>
  saveInstructions: (room: Made, instructions: InstructionsDraft) => Promise<unknown>
  uploadLogo: (room: Made, logo: File) => Promise<unknown>
  refreshRooms: () => Promise<unknown>
}

export type CreationToast = {
  phrase:
    | 'create.done'
    | 'create.doneWithInstructions'
    | 'create.refused'
    | 'create.noId'
    | 'create.failed'
    | 'create.membersFailed'
    | 'create.instructionsFailed'
    | 'create.logoFailed'
  tone: 'plain' | 'good' | 'bad'
}

/** What came of it: a room with what there is to tell, or none and why. */
export type CreationOutcome = { isCreated: boolean; toasts: CreationToast[]; failure: unknown }

/**
 * Creates a room and makes it the active one; then adds members (to a private one), saves instructions and uploads the logo side
 * by side, of which each may fail without the others (ROOM-03). Never rejects.
 */
export async function createRoomFlow<Made extends Pick<Room, 'id'>>(
  draft: RoomDraft,
  world: RoomCreation<Made>,
): Promise<CreationOutcome> {
  const created = await attempt(() => world.create(draft))
  if ('failure' in created) {
    const phrase = isAnswered(created.failure) ? 'create.refused' : 'create.failed'
    return { isCreated: false, toasts: [{ phrase, tone: 'bad' }], failure: created.failure }
  }
  const room = created.value
  // A proxy in between may answer with something that is no room.
  if (!room?.id) return { isCreated: false, toasts: [{ phrase: 'create.noId', tone: 'bad' }], failure: null }
  await world.activate(room)
  const { members, instructions, logo } = draft
  const hasMembers = draft.access === 'PRIVATE' && members.length > 0
  const hasInstructions = isTold(instructions)
  const [membersDone, instructionsDone, logoDone] = await Promise.all([
    hasMembers ? attempt(() => world.addMembers(room, members)) : nothing,
    hasInstructions ? attempt(() => world.saveInstructions(room, instructions)) : nothing,
    logo ? attempt(() => world.uploadLogo(room, logo)) : nothing,
  ])
  // The list shows its own failure and can be asked again; the room is there all the same.
  await attempt(() => world.refreshRooms())
  const warnings: CreationToast[] = [
    ...('failure' in instructionsDone
      ? [{ phrase: 'create.instructionsFailed', tone: 'plain' } as const]
      : []),
    ...('failure' in logoDone ? [{ phrase: 'create.logoFailed', tone: 'plain' } as const] : []),
  ]
  const success: CreationToast = {
    phrase: hasInstructions ? 'create.doneWithInstructions' : 'create.done',
    tone: 'good',
  }
  return {
    isCreated: true,
    toasts: [
      ...(warnings.length > 0 ? warnings : [success]),
      ...('failure' in membersDone ? [{ phrase: 'create.membersFailed', tone: 'bad' } as const] : []),
    ],
    failure: null,
  }
}

/** Whether there is anything to tell models. */
export const isTold = ({ text, modifiers }: InstructionsDraft): boolean =>
  [text, ...Object.values(modifiers)].some((words) => words.trim() !== '')

type Attempt<Value> = { value: Value } | { failure: unknown }
const nothing: Attempt<null> = { value: null }

const attempt = <Value>(work: () => Promise<Value>): Promise<Attempt<Value>> =>
  work().then(
    (value) => ({ value }),
    (failure: unknown) => ({ failure }),
  )

const isAnswered = (failure: unknown) => failure instanceof ApiError && failure.status > 0
