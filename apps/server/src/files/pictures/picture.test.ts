import { expect, test } from 'vitest'
import { cleanPicture } from './picture.ts'
import {
  jpeg,
  jpegSegment,
  jpegWith,
  png,
  pngChunk,
  pngHeader,
  pngSignature,
  pngWith,
} from './pictures-for-tests.ts'

const refused = expect.objectContaining({ code: 'FILE_NOT_SUPPORTED' })

test('F05 a valid PNG and a valid JPEG stay unchanged, to the byte', () => {
  expect(cleanPicture(png, 'image/png')).toEqual(png)
  expect(cleanPicture(jpeg, 'image/jpeg')).toEqual(jpeg)
})

test('F11 location, camera, author and time are removed from a PNG', () => {
  const received = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'iCCP', 'acTL'].map((type) =>
    pngChunk(type, 'GPS 48.2N <script>alert(1)</script>'),
  )
  expect(cleanPicture(pngWith(received), 'image/png')).toEqual(png)
})

test('F11 location, camera, author and time are removed from a JPEG', () => {
  const received = [0xe1, 0xe2, 0xed, 0xef, 0xfe].map((code) =>
    jpegSegment(code, 'GPS 48.2N <script>alert(1)</script>'),
  )
  expect(cleanPicture(jpegWith(...received), 'image/jpeg')).toEqual(jpeg)
})

test.each(['II', 'MM'])('F11 of EXIF data in %s order only the orientation stays', (order) => {
  const short = (value: number) => (order === 'II' ? [value & 255, value >> 8] : [value >> 8, value & 255])
  const long = (value: number) => (order === 'II' ? [...short(value), 0, 0] : [0, 0, ...short(value)])
  const entry = (tag: number, type: number, value: number[]) => [
    ...short(tag),
    ...short(type),
    ...long(1),
    ...value,
  ]
  const tiff = [...order].map((letter) => letter.charCodeAt(0))
  tiff.push(
    ...short(42),
    ...long(8),
    ...short(2),
    ...entry(0x8825, 4, long(60)),
    ...entry(0x0112, 3, [...short(6), 0, 0]),
    ...long(0),
  )
  const photo = jpegWith(
    jpegSegment(
      0xe1,
      Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(tiff), Buffer.from('48.2N 16.3E')]),
    ),
  )
  const cleaned = cleanPicture(photo, 'image/jpeg')
  expect(cleaned.includes('48.2N')).toBe(false)
  expect(cleaned.length).toBe(jpeg.length + 36)
  expect(cleanPicture(cleaned, 'image/jpeg')).toEqual(cleaned)
})

test('F11 an embedded thumbnail is removed', () => {
  const thumbnail = jpegSegment(
    0xe0,
    Buffer.concat([Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01', 'latin1'), Buffer.from('abc')]),
  )
  expect(
    cleanPicture(Buffer.concat([jpeg.subarray(0, 2), thumbnail, jpeg.subarray(20)]), 'image/jpeg'),
  ).toEqual(jpeg)
})

test('F11 more than 4096 pixels per side are refused by the header, before unpacking', () => {
  expect(() => cleanPicture(pngWith([], { header: pngHeader(50_000, 50_000) }), 'image/png')).toThrow(refused)
  expect(() => cleanPicture(pngWith([], { header: pngHeader(4097, 1) }), 'image/png')).toThrow(refused)
  expect(() => cleanPicture(pngWith([], { header: pngHeader(0, 1) }), 'image/png')).toThrow(refused)
  expect(cleanPicture(pngWith([], { header: pngHeader(4096, 4096) }), 'image/png').length).toBe(png.length)
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  const wide = Buffer.from(jpeg)
  wide.writeUInt16BE(50_000, frame + 7)
  expect(() => cleanPicture(wide, 'image/jpeg')).toThrow(refused)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const corrupt = Buffer.from(png)
corrupt.writeUInt8(corrupt.readUInt8(45) ^ 1, 45)
test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['SVG', Buffer.from(svg)],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a JPEG', jpeg],
  ['a program', Buffer.from('MZ\x90\0')],
  ['only the signature', pngSignature],
  ['the signature and SVG', Buffer.concat([pngSignature, Buffer.from(svg)])],
  ['a picture with a script behind its end', pngWith([], { behind: '<script>alert(1)</script>' })],
  ['a picture with a whole chunk behind its end', Buffer.concat([png, pngChunk('tEXt', svg)])],
  ['a picture with a second one behind it', Buffer.concat([png, png])],
  ['a picture that breaks off', png.subarray(0, -5)],
  ['a picture whose sums are wrong', corrupt],
  ['a picture without pixels', Buffer.concat([pngSignature, pngHeader(2, 2), pngChunk('IEND')])],
  ['a picture with two headers', pngWith([pngHeader(2, 2)])],
  ['a chunk nobody knows and that is called necessary', pngWith([pngChunk('HTML', svg)])],
  [
    'a chunk that claims to be longer than the file',
    Buffer.concat([pngSignature, Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from('IHDR')]),
  ],
])('F05 as a PNG, %s is refused', (_name, bytes) => {
  expect(() => cleanPicture(bytes, 'image/png')).toThrow(refused)
})

const frameAt = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
const scanAt = jpeg.indexOf(Buffer.from([0xff, 0xda]))
test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a PNG', png],
  ['a picture with a script behind its end', Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])],
  ['a picture with a second one behind it', Buffer.concat([jpeg, jpeg])],
  ['a picture that breaks off', jpeg.subarray(0, -2)],
  ['a picture without pixels', Buffer.concat([jpeg.subarray(0, scanAt), jpeg.subarray(-2)])],
  [
    'two frames',
    Buffer.concat([jpeg.subarray(0, scanAt), jpeg.subarray(frameAt, frameAt + 19), jpeg.subarray(scanAt)]),
  ],
  ['a marker that does not belong there', jpegWith(jpegSegment(0xf0, svg))],
  ['a segment shorter than its own length', jpegWith(Buffer.from([0xff, 0xdb, 0, 1]))],
  ['the first marker and HTML', Buffer.concat([jpeg.subarray(0, 2), Buffer.from('<html>')])],
])('F05 as a JPEG, %s is refused', (_name, bytes) => {
  expect(() => cleanPicture(bytes, 'image/jpeg')).toThrow(refused)
})

test('F05 no input makes the reader fail in another way, or run forever', () => {
  for (let round = 0; round < 3000; round += 1) {
    const bytes = Buffer.from(round % 2 ? png : jpeg)
    for (let change = 0; change < 4; change += 1)
      bytes[2 + Math.floor(Math.random() * (bytes.length - 2))] = Math.floor(Math.random() * 256)
    try {
      cleanPicture(
        bytes.subarray(0, 2 + Math.floor(Math.random() * bytes.length)),
        round % 2 ? 'image/png' : 'image/jpeg',
      )
    } catch (error) {
      expect(error).toEqual(refused)
    }
  }
})
