import { DocumentFailure } from '../../document-failure.ts'

const maxCodes = 4096

/**
 * Unpacks the LZW of a GIF (GIF89a, appendix F): codes of growing length, lowest bits first. Throws when the data does not fill `count`
 * pixels.
 */
export function unpackLzw(data: Buffer, minCodeSize: number, count: number): Uint8Array {
  if (minCodeSize < 1 || minCodeSize > 11) throw new DocumentFailure('DAMAGED', 'code size')
  const clearCode = 1 << minCodeSize
  const prefix = new Uint16Array(maxCodes)
  const suffix = new Uint8Array(maxCodes)
  const length = new Uint16Array(maxCodes)
  for (let code = 0; code < clearCode; code += 1) {
    suffix[code] = code
    length[code] = 1
  }
  const points = new Uint8Array(count)
  let filled = 0
  let codeSize = minCodeSize + 1
  let next = clearCode + 2
  let previous = -1
  let bits = 0
  let held = 0
  /** Writes the pixels of a code from the last to the first; returns the first. */
  const write = (code: number): number => {
    let at = filled + (length[code] ?? 0) - 1
    filled = at + 1
    for (let one = code; ; one = prefix[one] ?? 0) {
      if (at < count) points[at] = suffix[one] ?? 0
      at -= 1
      if (one < clearCode) return suffix[one] ?? 0
    }
  }
  for (const byte of data) {
    held |= byte << bits
    bits += 8
    while (bits >= codeSize && filled < count) {
      const code = held & ((1 << codeSize) - 1)
      held >>>= codeSize
      bits -= codeSize
      if (code === clearCode) {
        codeSize = minCodeSize + 1
        next = clearCode + 2
        previous = -1
        continue
      }
      if (code === clearCode + 1 || code > next || (previous < 0 && code >= clearCode))
        throw new DocumentFailure('DAMAGED', 'code')
      // A code about to be defined stands for the previous one and its own first pixel.
      const isNew = code === next
      const first = write(isNew ? previous : code)
      if (isNew) {
        if (filled < count) points[filled] = first
        filled += 1
      }
      if (previous >= 0 && next < maxCodes) {
        prefix[next] = previous
        suffix[next] = first
        length[next] = (length[previous] ?? 0) + 1
        next += 1
        if (next === 1 << codeSize && codeSize < 12) codeSize += 1
      }
      previous = code
    }
    if (filled >= count) return points
  }
  if (filled < count) throw new DocumentFailure('DAMAGED', 'too few points')
  return points
}
