import { mintId, type PicturePart } from '@atrium/contract'
import { expect, test } from 'vitest'
import type { PromptMessage, ResolvedModel } from '../../models/index.ts'
import type { RoomBrief } from '../../rooms/index.ts'
import {
  maxDrawingCostOf,
  picturesToMake,
  prepareDrawing,
  refuseUnsupportedOptions,
  requestedDrawing,
} from './prepare-drawing.ts'

const model = {
  pictures: {
    most: 4,
    sizes: [
      { size: '1024x1024', milliEach: 100 },
      { size: '1024x1536', milliEach: 150 },
    ],
    styles: ['sketch'],
  },
} as unknown as ResolvedModel
const writes = { pictures: null } as unknown as ResolvedModel
const room: RoomBrief = {
  id: mintId('room'),
  name: 'Room',
  instructions: '',
  modifiers: {},
  marksUnsupported: false,
  newChatShare: 'none',
  limitModelId: null,
  isLimited: false,
  roomModelIds: null,
  accountModelIds: null,
}
const message = (role: 'system' | 'user' | 'assistant', text: string) => ({ role, text }) as PromptMessage
const none = { options: {}, before: [] }
const part = { type: 'picture' } as unknown as PicturePart
const promptOf = (messages: PromptMessage[], inRoom = room) =>
  prepareDrawing(model, [message('system', 'Be brief.'), ...messages], inRoom, none)?.prompt

test('ANS-04 a first question is sent to the picture model unchanged', () => {
  expect(promptOf([message('user', 'A red fox')])).toBe('A red fox')
})

test('ANS-04 the prompt of a picture has the last three exchanges, each with its speaker', () => {
  const exchanges = [1, 2, 3, 4].flatMap((count) => [
    message('user', `Question\n ${count}`),
    message('assistant', `Answer ${count}`),
  ])
  expect(promptOf([...exchanges, message('user', 'Draw it')])).toBe(
    [
      'For background only, what was said before in the conversation:',
      'Asked: Question 2',
      'Answered: Answer 2',
      'Asked: Question 3',
      'Answered: Answer 3',
      'Asked: Question 4',
      'Answered: Answer 4',
      '',
      'What to make:',
      'Draw it',
    ].join('\n'),
  )
})

test('ROOM-08 the room’s instructions precede the question, also in the first turn', () => {
  expect(promptOf([message('user', 'A fox')], { ...room, instructions: 'No red.' })).toMatch(
    /^The admins of the room .*\n> No red\.\n\nWhat to make:\nA fox$/,
  )
})

test('ANS-04 a text model draws nothing and has no drawing cost', () => {
  expect(prepareDrawing(writes, [message('user', 'A fox')], room, none)).toBeNull()
  expect(
    maxDrawingCostOf(writes, {
      before: [],
      made: [],
      options: { count: 2, size: '1024x1024', style: null },
    }),
  ).toBe(0)
})

test('ANS-04 pictures are named after the question, in a form that every file system accepts', () => {
  const nameOf = (text: string) => prepareDrawing(model, [message('user', text)], room, none)?.name
  expect([nameOf('A <red>\n fox: "new"'), nameOf('???')]).toEqual(['A red fox new', 'picture'])
})

test('CRED-01 the pictures still to generate are charged at the price of their size, at least one', () => {
  const cost = (count: number, made: number, size = '1024x1024') =>
    maxDrawingCostOf(model, {
      before: Array(made).fill(part),
      made: [],
      options: { count, size, style: null },
    })
  expect([cost(3, 0), cost(3, 1), cost(3, 3), cost(2, 0, '1024x1536')]).toEqual([300, 200, 100, 300])
  expect(picturesToMake({ before: [part], made: [] }, { count: 4 })).toBe(3)
  expect(picturesToMake({ before: [part], made: [part] }, { count: 4 })).toBe(2)
  expect(picturesToMake({ before: [], made: [part, part] }, { count: 2 })).toBe(0)
})

test('ANS-04 only a continued answer keeps the finished pictures; options stay unless new ones are given', () => {
  const earlier = {
    parts: [part],
    picture_options: { count: 2, size: '1024x1024', style: null },
  } as unknown as Parameters<typeof requestedDrawing>[1]
  expect(requestedDrawing(true, earlier)).toEqual({ options: earlier?.picture_options, before: [part] })
  expect(requestedDrawing(false, earlier)).toEqual({ options: earlier?.picture_options, before: [] })
  expect(requestedDrawing(true, null, { count: 1 })).toEqual({ options: { count: 1 }, before: [] })
  expect(requestedDrawing(true, earlier, { count: 1 }).options).toEqual({ count: 1 })
})

test('ANS-04 options that the chosen model does not offer are refused by field; Auto uses those that fit', () => {
  const refused = (asked: object, by = model) => {
    try {
      refuseUnsupportedOptions(by, { modelId: 'painter', ...asked } as Parameters<
        typeof refuseUnsupportedOptions
      >[1])
      return null
    } catch (error) {
      return (error as { extra: { issues: { path: string; message: string }[] } }).extra.issues
    }
  }
  expect(refused({})).toBeNull()
  expect(refused({ pictureOptions: { count: 4 } })).toBeNull()
  expect(refused({ pictureOptions: { count: 5 } })).toEqual([
    { path: 'body.pictureOptions.count', message: 'This model makes at most 4 at once.' },
  ])
  expect(refused({ pictureOptions: { count: 1 } }, writes)).toEqual([
    { path: 'body.pictureOptions', message: 'This model makes no pictures.' },
  ])
  expect(refused({ pictureOptions: { count: 5 }, modelId: 'auto' })).toBeNull()
})
