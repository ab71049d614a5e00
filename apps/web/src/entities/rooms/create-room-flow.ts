import type { ModifierName, Person, Room, RoomAccess } from '@atrium/contract'
import { ApiError } from '../../lib/api/api-error.ts'

/** The input for a new room. */
export type RoomDraft = {
  name: string
  access: RoomAccess
  description: string
  logo: File | null
  members: Person[]
  /** Knowledge for the room; only files that passed validation. */ files: File[]
  instructions: InstructionsDraft
  /** The models that may be asked; null: all of the account. */ allowedModelIds: string[] | null
}
export type InstructionsDraft = { text: string; modifiers: Partial<Record<ModifierName, string>> }

/** The effects of the flow, so that it can be tested without them. Each rejects on failure. */
export type RoomCreation<Made extends Pick<Room, 'id'>> = {
  create: (draft: RoomDraft) => Promise<Made>
  activate: (room: Made) => unknown
  addMembers: (room: Made, members: Person[]) => Promise<unknown>
  uploadFiles: (room: Made, files: File[]) => Promise<unknown>
  saveInstructions: (room: Made, instructions: InstructionsDraft) => Promise<unknown>
  uploadLogo: (room: Made, logo: File) => Promise<unknown>
  refreshRooms: () => Promise<unknown>
}

export type CreationToast = {
  phrase:
    | 'create.done'
    | 'create.doneWithFiles'
    | 'create.doneWithInstructions'
    | 'create.refused'
    | 'create.noId'
    | 'create.failed'
    | 'create.membersFailed'
    | 'create.filesFailed'
    | 'create.instructionsFailed'
    | 'create.logoFailed'
  tone: 'good' | 'warning' | 'bad'
}

/** The result: a room with messages, or none with the reason. */
export type CreationOutcome = { isCreated: boolean; toasts: CreationToast[]; failure: unknown }

/**
 * Creates a room and makes it the active one; then adds members (to a private one), uploads files, saves instructions and
 * uploads the logo in parallel, each of which may fail without the others (ROOM-03). Never rejects.
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
  // A proxy in between may answer with something that is not a room.
  if (!room?.id) return { isCreated: false, toasts: [{ phrase: 'create.noId', tone: 'bad' }], failure: null }
  await world.activate(room)
  const { members, files, instructions, logo } = draft
  const hasMembers = draft.access === 'PRIVATE' && members.length > 0
  const [membersDone, filesDone, instructionsDone, logoDone] = await Promise.all([
    hasMembers ? attempt(() => world.addMembers(room, members)) : nothing,
    files.length > 0 ? attempt(() => world.uploadFiles(room, files)) : nothing,
    isReported(instructions) ? attempt(() => world.saveInstructions(room, instructions)) : nothing,
    logo ? attempt(() => world.uploadLogo(room, logo)) : nothing,
  ])
  // The list shows its own failure and can be reloaded; the room exists regardless.
  await attempt(() => world.refreshRooms())
  const toastsOfFailures = [
    toastFor(filesDone, 'create.doneWithFiles', 'create.filesFailed'),
    toastFor(instructionsDone, 'create.doneWithInstructions', 'create.instructionsFailed'),
    toastFor(logoDone, null, 'create.logoFailed'),
  ].filter((toast) => toast !== null)
  const toasts =
    toastsOfFailures.length > 0 ? toastsOfFailures : [{ phrase: 'create.done', tone: 'good' } as const]
  const membersFailed: CreationToast = { phrase: 'create.membersFailed', tone: 'bad' }
  return {
    isCreated: true,
    toasts: 'failure' in membersDone ? [...toasts, membersFailed] : toasts,
    failure: null,
  }
}

/** The message about one part; none if there was nothing to do or report. */
function toastFor(
  part: Attempt<unknown>,
  done: CreationToast['phrase'] | null,
  failed: CreationToast['phrase'],
): CreationToast | null {
  if ('failure' in part) return { phrase: failed, tone: 'warning' }
  return part === nothing || done === null ? null : { phrase: done, tone: 'good' }
}

/** Whether there are any instructions. */
const isReported = ({ text, modifiers }: InstructionsDraft): boolean =>
  [text, ...Object.values(modifiers)].some((words) => words.trim() !== '')

type Attempt<Value> = { value: Value } | { failure: unknown }
const nothing: Attempt<null> = { value: null }

const attempt = <Value>(work: () => Promise<Value>): Promise<Attempt<Value>> =>
  work().then(
    (value) => ({ value }),
    (failure: unknown) => ({ failure }),
  )

const isAnswered = (failure: unknown) => failure instanceof ApiError && failure.status > 0
