/** A vector's numbers, 4 bytes each, little endian. */
export function packVector(vector: Float32Array): Buffer {
  const packed = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) packed.writeFloatLE(value, index * 4)
  return packed
}

/** The signs of its numbers as PostgreSQL writes a bit string: 1 for what is above zero. */
export const bitsOf = (vector: Float32Array): string =>
  Array.from(vector, (value) => (value > 0 ? '1' : '0')).join('')

/** How near a packed vector is to another: 1 for the same direction, 0 for none in common. Both have length 1. */
export function nearness(vector: Float32Array, packed: Buffer): number {
  let sum = 0
  for (const [index, value] of vector.entries()) sum += value * packed.readFloatLE(index * 4)
  return sum
}
