import { expect, test } from 'vitest'
import { jpeg, jpegSegment, jpegWith, png, pngChunk, pngWith } from './pictures-for-tests.ts'
import { readPicture } from './read-picture.ts'

const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

test.each([
  ['image/png', png, 2, 2],
  ['image/jpeg', jpeg, 8, 6],
  ['image/webp', webp, 1, 1],
  ['image/gif', gif, 1, 1],
])('ANS-04 width and height of a picture of type %s are read', (contentType, bytes, width, height) =>
  expect(readPicture(bytes)).toEqual({ contentType, bytes, width, height }),
)

test('F11 metadata is removed from a picture', () => {
  expect(readPicture(pngWith([pngChunk('tEXt', 'Comment\0made by a model')]))?.bytes).toEqual(png)
  expect(readPicture(jpegWith(jpegSegment(0xfe, 'made by a model')))).toMatchObject({ bytes: jpeg, width: 8 })
})

test.each([
  ['a page', Buffer.from('<html>')],
  ['nothing', Buffer.alloc(0)],
  ['cut short', png.subarray(0, -4)],
  ['a drawing that can run', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
])('F05 %s is not a picture', (_about, bytes) => expect(readPicture(bytes)).toBeNull())
