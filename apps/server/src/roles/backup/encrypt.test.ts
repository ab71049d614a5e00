import { expect, test } from 'vitest'
import { decrypt, encrypt, WrongPassphraseError } from './encrypt.ts'

const collect = async (stream: AsyncIterable<Uint8Array>) => {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}
async function* inPieces(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
const frame = 64 * 1024

test.each([0, 1, frame - 1, frame, frame + 1, 3 * frame])(
  'OPS-03 %i bytes are decrypted unchanged, in chunks of any size',
  async (length) => {
    const plain = Buffer.alloc(length, 'abc')
    const encrypted = await collect(encrypt(inPieces(plain, 10_007), 'three plain words'))
    const restored = await collect(decrypt(inPieces(encrypted, 7_001), 'three plain words'))
    expect(restored.equals(plain)).toBe(true)
  },
)

test('OPS-03 truncated, swapped or appended frames are refused', async () => {
  const encrypted = await collect(
    encrypt(inPieces(Buffer.alloc(2 * frame, 'abc'), frame), 'three plain words'),
  )
  const [head, step] = [32, frame + 16]
  const frames = [encrypted.subarray(head, head + step), encrypted.subarray(head + step)]
  const [first, second] = frames as [Buffer, Buffer]
  const start = encrypted.subarray(0, head)
  for (const wrong of [
    Buffer.concat([start, first]),
    Buffer.concat([start, second, first]),
    Buffer.concat([start, first, second, second]),
    start,
    start.subarray(0, 20),
  ])
    await expect(collect(decrypt(inPieces(wrong, 999), 'three plain words'))).rejects.toThrow(
      WrongPassphraseError,
    )
})
