type Placed = { fileId: string; position: number }

/** Maximum passages under one source number. */
const maxPassagesInRun = 3

/**
 * Joins adjacent passages of a file, so that the model reads the text as written. Runs are ordered by the best passage of each;
 * passages within a run by their position in the file.
 */
export function joinNeighbours<Passage extends Placed>(found: readonly Passage[]): Passage[][] {
  const rank = new Map(found.map((passage, index) => [passage, index]))
  const inOrder = found.toSorted((a, b) => a.fileId.localeCompare(b.fileId) || a.position - b.position)
  const runs: Passage[][] = []
  for (const passage of inOrder) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const isNext = last?.fileId === passage.fileId && last.position + 1 === passage.position
    if (run && isNext && run.length < maxPassagesInRun) run.push(passage)
    else runs.push([passage])
  }
  const best = (run: readonly Passage[]) => Math.min(...run.map((passage) => rank.get(passage) ?? 0))
  return runs.toSorted((a, b) => best(a) - best(b))
}
