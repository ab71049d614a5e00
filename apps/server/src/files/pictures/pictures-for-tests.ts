import { crc32, deflateSync } from 'node:zlib'

/** A real baseline JPEG of 8 × 6 pixels, made by a browser, without its color profile. */
export const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAWEAEBAQAAAAAAAAAAAAAAAAAAAgP/xAAVAQEBAAAAAAAAAAAAAAAAAAADBf/EABkRAAIDAQAAAAAAAAAAAAAAAAACAQMSMf/aAAwDAQACEQMRAD8AkaUAr0IuODXNOz//2Q==',
  'base64',
)

/** The JPEG with these segments after its first marker. */
export const jpegWith = (...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

export function jpegSegment(code: number, data: Buffer | string): Buffer {
  const content = Buffer.from(data as string, 'latin1')
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

export function pngChunk(type: string, data: Buffer | string = ''): Buffer {
  const content = Buffer.from(data as string, 'latin1')
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

export function pngHeader(width: number, height: number): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return pngChunk('IHDR', data)
}

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(2 * (1 + 2 * 3))))

/** A PNG of 2 × 2 pixels with these chunks between header and pixels, and these bytes after its end. */
export const pngWith = (chunks: Buffer[] = [], { header = pngHeader(2, 2), behind = '' } = {}) =>
  Buffer.concat([pngSignature, header, ...chunks, pixels, pngChunk('IEND'), Buffer.from(behind)])

export const png = pngWith()
