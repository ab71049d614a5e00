type Placed = { fileId: string; position: number }

/** Passages that go under one number at most. */
const mostInOne = 3

/**
 * Joins passages that follow one another in their file, so that a text is read as it was written. Runs come in the order of the best
 * of each, which are first among those given; passages of a run in the order of the file.
 */
export function joinNeighbours<Passage extends Placed>(found: readonly Passage[]): Passage[][] {
  const rank = new Map(found.map((passage, index) => [passage, index]))
  const inOrder = found.toSorted((a, b) => a.fileId.localeCompare(b.fileId) || a.position - b.position)
  const runs: Passage[][] = []
  for (const passage of inOrder) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const isNext = last?.fileId === passage.fileId && last.position + 1 === passage.position
    if (run && isNext && run.length < mostInOne) run.push(passage)
    else runs.push([passage])
  }
  const best = (run: readonly Passage[]) => Math.min(...run.map((passage) => rank.get(passage) ?? 0))
  return runs.toSorted((a, b) => best(a) - best(b))
}
