/** Maps items with limited concurrency; results are in input order. */
export async function atOnce<Item, Result>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const [index, item] of waiting) results[index] = await work(item)
    }),
  )
  return results
}
