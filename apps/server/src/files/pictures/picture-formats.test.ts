import { expect, test } from 'vitest'
import { cleanGif } from './picture-gif.ts'
import { cleanWebp } from './picture-webp.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const screen = (width = 1, height = 1) => {
  const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7)])
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  head[10] = 0x80
  return Buffer.concat([head, hex('000000 ffffff')])
}
const control = hex('21f904 00000000 00')
const image = hex('2c 0000 0000 0100 0100 00 02 02 4401 00')
const comment = Buffer.concat([hex('21fe 06'), Buffer.from('secret'), hex('00')])
const xmp = Buffer.concat([
  hex('21ff 0b'),
  Buffer.from('XMP DataXMP'),
  hex('03'),
  Buffer.from('abc'),
  hex('00'),
])
const loop = Buffer.concat([hex('21ff 0b'), Buffer.from('NETSCAPE2.0'), hex('03 01 0000 00')])
const trailer = hex('3b')

test('F11 a GIF keeps what draws it, without comments, text or other data', () => {
  const plain = Buffer.concat([screen(), loop, control, image, trailer])
  expect(cleanGif(plain)).toEqual(plain)
  expect(cleanGif(Buffer.concat([screen(), comment, loop, xmp, control, image, trailer]))).toEqual(plain)
})

test.each([
  ['cut short', Buffer.concat([screen(), control, image])],
  ['followed by something', Buffer.concat([screen(), image, trailer, Buffer.from('<script>')])],
  ['without a picture', Buffer.concat([screen(), comment, trailer])],
  ['too wide', Buffer.concat([screen(5000, 1), image, trailer])],
  [
    'with a picture beyond its screen',
    Buffer.concat([screen(1, 1), hex('2c 0000 0000 ff00 0100 00 02 02 4401 00'), trailer]),
  ],
  ['none', Buffer.from('<svg onload=alert(1)>.............')],
])('F05 a GIF that is %s is refused', (_about, bytes) => {
  expect(cleanGif(bytes)).toBeNull()
})

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
const webp = (...chunks: Buffer[]) => {
  const body = Buffer.concat(chunks)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}
const lossless = (width = 1, height = 1) => {
  const data = Buffer.alloc(8)
  data[0] = 0x2f
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return chunk('VP8L', data)
}
const extended = (features: number, width = 1) => {
  const data = Buffer.alloc(10)
  data[0] = features
  data.writeUIntLE(width - 1, 4, 3)
  return chunk('VP8X', data)
}
const exif = chunk('EXIF', Buffer.from('where it was taken'))

test('F11 a WebP keeps its image data, and its header no longer mentions removed chunks', () => {
  expect(cleanWebp(webp(lossless()))).toEqual(webp(lossless()))
  expect(cleanWebp(webp(extended(0x18), lossless(), exif, chunk('XMP ', Buffer.from('abc'))))).toEqual(
    webp(extended(0x10), lossless()),
  )
})

test.each([
  ['cut short', webp(lossless()).subarray(0, -1)],
  ['followed by something', Buffer.concat([webp(lossless()), Buffer.from('PK\x03\x04')])],
  ['without a picture', webp(extended(0), exif)],
  ['too wide', webp(lossless(5000))],
  ['too wide by its header', webp(extended(0, 60_000), lossless())],
  ['of two simple pictures', webp(lossless(), lossless())],
  ['none', Buffer.from('RIFF\x10\0\0\0AVI .................', 'latin1')],
])('F05 a WebP that is %s is refused', (_about, bytes) => {
  expect(cleanWebp(bytes)).toBeNull()
})
