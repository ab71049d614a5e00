import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { open } from 'node:fs/promises'

// The file format: magic, salt, then frames of `frameBytes` plain bytes (the last may be shorter), each AES-256-GCM followed by
// its tag. A nonce is the frame's number and whether it is the last (STREAM, Hoang, Reyhanitabar, Rogaway, Vizár 2015), so frames
// can be neither reordered nor truncated. The key is scrypt of passphrase and salt, different for each file.
const magic = Buffer.from('ATRIUM-BACKUP-1\n')
const saltBytes = 16
const frameBytes = 64 * 1024
const tagBytes = 16
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** The passphrase does not fit the file, or the file was changed or cut off. */
export class WrongPassphraseError extends Error {}

const keyFrom = (passphrase: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(frame, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Pieces of exactly `size` bytes, and a last one that may be shorter or empty. */
async function* framed(input: AsyncIterable<Uint8Array>, size: number) {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of input) {
    rest = Buffer.concat([rest, chunk])
    // One byte more than a frame is needed to know that it is not the last.
    for (; rest.length > size; rest = rest.subarray(size))
      yield { bytes: rest.subarray(0, size), isLast: false }
  }
  yield { bytes: rest, isLast: true }
}

/** Encrypts a stream by a passphrase. */
export async function* encrypt(input: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const key = await keyFrom(passphrase, salt)
  yield Buffer.concat([magic, salt])
  let number = 0
  for await (const { bytes, isLast } of framed(input, frameBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    number += 1
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts the output of `encrypt`. Throws `WrongPassphraseError`. */
export async function* decrypt(input: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const iterator = input[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  while (head.length < magic.length + saltBytes) {
    const next = await iterator.next()
    if (next.done) throw new WrongPassphraseError('The file ends within its head.')
    head = Buffer.concat([head, next.value])
  }
  const salt = head.subarray(magic.length, magic.length + saltBytes)
  const key = await keyFrom(passphrase, salt)
  const rest = async function* () {
    yield head.subarray(magic.length + saltBytes)
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  let number = 0
  for await (const { bytes, isLast } of framed(rest(), frameBytes + tagBytes)) {
    if (bytes.length < tagBytes) throw new WrongPassphraseError('The file was cut off.')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    number += 1
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    const plain = decipher.update(bytes.subarray(0, -tagBytes))
    try {
      decipher.final()
    } catch (cause) {
      throw new WrongPassphraseError('The passphrase is wrong, or the file was changed.', { cause })
    }
    yield plain
  }
}

/** Returns whether `encrypt` wrote a file, by its first bytes. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return bytesRead === magic.length && buffer.equals(magic)
  } finally {
    await handle.close()
  }
}
