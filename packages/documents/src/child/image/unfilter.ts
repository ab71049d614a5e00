/**
 * Undoes the row filters of a PNG (PNG specification, 9.2) in place; returns the rows without their filter bytes. `step` is the
 * bytes per pixel, at least 1.
 */
export function unfilter(rows: Buffer, count: number, step: number): Buffer {
  const length = rows.length / count - 1
  let above: Buffer = Buffer.alloc(length)
  for (let row = 0; row < count; row += 1) {
    const from = row * (length + 1)
    const filter = rows[from] ?? 0
    const current = rows.subarray(row * length, (row + 1) * length)
    // The rows move forward over the filters that are read already.
    rows.copy(current, 0, from + 1, from + 1 + length)
    for (let at = 0; at < length; at += 1) {
      const left = at >= step ? (current[at - step] ?? 0) : 0
      const up = above[at] ?? 0
      const corner = at >= step ? (above[at - step] ?? 0) : 0
      current[at] = (current[at] ?? 0) + predicted(filter, left, up, corner)
    }
    above = current
  }
  return rows.subarray(0, length * count)
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const estimate = left + up - corner
  const [byLeft, byUp, byCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  ]
  return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner
}
