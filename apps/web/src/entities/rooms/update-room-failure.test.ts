import rooms from '@atrium/phrases/en/chat/rooms.ts'
import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import { updateRoomFailure } from './update-room-failure.ts'

const said = (error: unknown) => {
  const failure = updateRoomFailure(error)
  return 'words' in failure ? failure.words : rooms[failure.phrase]
}

test.each([
  [400, 'Names are short here.', 'Names are short here.'],
  [400, '', 'Invalid room data provided'],
  [400, 'Something went wrong', 'Invalid room data provided'],
  [401, 'x', 'You are not authorized to update this room'],
  [403, 'x', 'You do not have permission to update this room'],
  [404, 'x', 'Room not found'],
  [409, 'x', 'Room name already exists'],
  [422, 'x', 'Invalid room data format'],
  [429, 'x', 'Too many requests. Please try again later'],
  [500, 'x', 'Server error. Please try again later'],
  [502, 'x', 'Service temporarily unavailable'],
  [503, 'x', 'Service temporarily unavailable'],
  [504, 'x', 'Request timeout. Please try again'],
  [0, 'x', 'Network error occurred'],
  [418, 'x', 'Failed to update room'],
])('ROOM-07 status %i with %j shows the specified message', (status, message, text) => {
  expect(said(new ApiError({ code: 'INTERNAL', status, message }))).toBe(text)
})

test('ROOM-07 an error of a field takes precedence over the general message', () => {
  const issues = [{ path: 'body.name', message: 'This cannot be empty.' }]
  expect(said(new ApiError({ code: 'INVALID_INPUT', status: 400, message: 'x', issues }))).toBe(
    'This cannot be empty.',
  )
})

test('ROOM-07 anything else failed to update', () => {
  expect(said(new TypeError('broken'))).toBe('Failed to update room')
})
