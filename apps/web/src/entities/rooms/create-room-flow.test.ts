import type { Person, RoomId, UserId } from '@atrium/contract'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import { createRoomFlow, type RoomCreation, type RoomDraft } from './create-room-flow.ts'

const room = { id: 'room_1' as RoomId }
type World = RoomCreation<typeof room>
const grace: Person = {
  id: 'user_1' as UserId,
  name: 'Grace Hopper',
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  userName: 'grace@example.com',
  profilePicture: null,
}
const empty: RoomDraft = {
  name: 'Engines',
  access: 'PRIVATE',
  description: '',
  logo: null,
  members: [],
  files: [],
  instructions: { text: '', modifiers: {} },
  allowedModelIds: null,
}
const toastsOfFailures = { text: 'Be brief.', modifiers: {} }
const logo = new File(['x'], 'logo.png', { type: 'image/png' })
const refused = new ApiError({ code: 'ROOM_NAME_TAKEN', status: 409, message: 'Room name already exists' })
const unreached = new ApiError({ code: 'NO_ANSWER', status: 0, message: 'Something went wrong' })
const files = [new File(['x'], 'notes.txt', { type: 'text/plain' })]
const fails = () => Promise.reject(refused)

/** A fake API in which everything succeeds, with a log of its calls. */
function worldWith(changes: Partial<World> = {}) {
  const done: string[] = []
  const note = (name: string) => async () => void done.push(name)
  const world: World = {
    create: async () => {
      done.push('create')
      return room
    },
    activate: () => void done.push('activate'),
    addMembers: note('members'),
    uploadFiles: note('files'),
    saveInstructions: note('instructions'),
    uploadLogo: note('logo'),
    refreshRooms: note('refresh'),
    ...changes,
  }
  return { world, done }
}

const cases: [title: string, draft: Partial<RoomDraft>, changes: Partial<World>, toasts: string[]][] = [
  ['a room alone', {}, {}, ['create.done']],
  ['with members', { members: [grace] }, {}, ['create.done']],
  ['with instructions', { instructions: toastsOfFailures }, {}, ['create.doneWithInstructions']],
  [
    'with a modifier only',
    { instructions: { text: '', modifiers: { tone: 'calm' } } },
    {},
    ['create.doneWithInstructions'],
  ],
  ['with files', { files }, {}, ['create.doneWithFiles']],
  [
    'with files and instructions',
    { files, instructions: toastsOfFailures },
    {},
    ['create.doneWithFiles', 'create.doneWithInstructions'],
  ],
  ['files refused', { files }, { uploadFiles: fails }, ['create.filesFailed']],
  [
    'files refused, instructions saved',
    { files, instructions: toastsOfFailures },
    { uploadFiles: fails },
    ['create.filesFailed', 'create.doneWithInstructions'],
  ],
  ['with blank instructions', { instructions: { text: ' ', modifiers: { tone: ' ' } } }, {}, ['create.done']],
  ['refused by the server', {}, { create: fails }, ['create.refused']],
  ['without an answer', {}, { create: () => Promise.reject(unreached) }, ['create.failed']],
  ['broken off', {}, { create: () => Promise.reject(new TypeError('broken')) }, ['create.failed']],
  ['answered without an id', {}, { create: async () => ({ id: '' as RoomId }) }, ['create.noId']],
  ['members refused', { members: [grace] }, { addMembers: fails }, ['create.done', 'create.membersFailed']],
  [
    'instructions refused',
    { instructions: toastsOfFailures },
    { saveInstructions: fails },
    ['create.instructionsFailed'],
  ],
  ['logo refused', { logo }, { uploadLogo: fails }, ['create.logoFailed']],
  [
    'everything but the room refused',
    { members: [grace], files, instructions: toastsOfFailures, logo },
    { addMembers: fails, uploadFiles: fails, saveInstructions: fails, uploadLogo: fails },
    ['create.filesFailed', 'create.instructionsFailed', 'create.logoFailed', 'create.membersFailed'],
  ],
  ['a list that does not refresh', {}, { refreshRooms: fails }, ['create.done']],
]

describe('ROOM-03 the messages about a creation', () => {
  test.each(cases)('%s', async (_title, draft, changes, toasts) => {
    const { toasts: shown } = await createRoomFlow({ ...empty, ...draft }, worldWith(changes).world)
    expect(shown.map(({ phrase }) => phrase)).toEqual(toasts)
  })
})

test('ROOM-03 the room exists and is active before its content is added, and the list is refreshed last', async () => {
  const { world, done } = worldWith()
  await createRoomFlow({ ...empty, members: [grace], files, instructions: toastsOfFailures, logo }, world)
  expect(done.slice(0, 2)).toEqual(['create', 'activate'])
  expect(done.slice(2, -1).toSorted()).toEqual(['files', 'instructions', 'logo', 'members'])
  expect(done.at(-1)).toBe('refresh')
})

test('ROOM-03 members, files, instructions and logo do not wait for each other', async () => {
  const started: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const begin = (name: string) => async () => {
    started.push(name)
    if (started.length === 4) release()
    await released
  }
  const { world } = worldWith({
    addMembers: begin('members'),
    uploadFiles: begin('files'),
    saveInstructions: begin('instructions'),
    uploadLogo: begin('logo'),
  })
  await createRoomFlow({ ...empty, members: [grace], files, instructions: toastsOfFailures, logo }, world)
  expect(started).toEqual(['members', 'files', 'instructions', 'logo'])
})

test('ROOM-03 no members are added to a public room', async () => {
  const { world, done } = worldWith()
  await createRoomFlow({ ...empty, access: 'PUBLIC', members: [grace] }, world)
  expect(done).not.toContain('members')
})

test.each([fails, async () => ({ id: '' as RoomId })])(
  'ROOM-03 nothing follows where there is no room',
  async (create) => {
    const { world, done } = worldWith({ create })
    const outcome = await createRoomFlow({ ...empty, instructions: toastsOfFailures }, world)
    expect(outcome.isCreated).toBe(false)
    expect(done).toEqual([])
  },
)
