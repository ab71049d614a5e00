/** A vector's numbers, 4 bytes each, little endian. */
export function packVector(vector: Float32Array): Buffer {
  const packed = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) packed.writeFloatLE(value, index * 4)
  return packed
}

/** The sign bits of a vector as a PostgreSQL bit string: 1 for above zero. */
export const bitsOf = (vector: Float32Array): string =>
  Array.from(vector, (value) => (value > 0 ? '1' : '0')).join('')

/** The cosine similarity of a packed vector and another one. Both are unit vectors. */
export function similarity(vector: Float32Array, packed: Buffer): number {
  let sum = 0
  for (const [index, value] of vector.entries()) sum += value * packed.readFloatLE(index * 4)
  return sum
}
