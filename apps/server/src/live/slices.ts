/** Divides items into lists of at most this size: a notification of the database has at most 8,000 bytes. */
export const slices = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
