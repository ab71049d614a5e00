import {
  type ContextLimits,
  documentEndingOf,
  isArchiveName,
  limits,
  type SubscriptionPlan,
} from '@atrium/contract'

const megabyte = 1024 * 1024

/** What the context of a room may have by a plan, for a room that is not there yet. */
export const contextLimitsOf = (plan: SubscriptionPlan): ContextLimits => ({
  largestFileBytes: plan.rag_max_file_size * megabyte,
  totalBytes: plan.rag_max_total_input_size * megabyte,
  filesAtMost: limits.contextFilesAtMost,
})

/** What is in the room's context already, or on its way there. */
export type ContextUse = {
  limits: ContextLimits
  count: number
  usedBytes: number
  names: readonly string[]
  /** Whether zip files are taken, whose documents become files of their own. */
  takesArchives?: boolean
}

/** Why a file cannot be sent, with what the words for it need. */
export type FileProblem =
  | { kind: 'notSupported' }
  | { kind: 'empty'; file: string }
  | { kind: 'tooLarge'; file: string; megabytes: number }
  | { kind: 'tooLargeTogether'; megabytes: number }
  | { kind: 'nameTaken'; file: string }
  | { kind: 'tooMany'; files: number }

export type Sorted<Chosen> = { accepted: Chosen[]; refused: { file: Chosen; problem: FileProblem }[] }

/** Tells the chosen files that there is place for from those that there is none for, in their order (KB-02, KB-03). */
export function sortChosen<Chosen extends Pick<File, 'name' | 'size'>>(
  chosen: readonly Chosen[],
  use: ContextUse,
): Sorted<Chosen> {
  const sorted: Sorted<Chosen> = { accepted: [], refused: [] }
  let left = use
  for (const file of chosen) {
    const problem = problemOf(file, left)
    if (problem) sorted.refused.push({ file, problem })
    else {
      sorted.accepted.push(file)
      left = withFile(left, file)
    }
  }
  return sorted
}

/** The use of a context with one more file. */
const withFile = (use: ContextUse, { name, size }: Pick<File, 'name' | 'size'>): ContextUse => ({
  ...use,
  count: use.count + 1,
  usedBytes: use.usedBytes + size,
  names: [...use.names, name],
})

function problemOf({ name, size }: Pick<File, 'name' | 'size'>, use: ContextUse): FileProblem | null {
  const { limits: most } = use
  const isTaken = documentEndingOf(name) !== null || (use.takesArchives && isArchiveName(name))
  if (!isTaken) return { kind: 'notSupported' }
  if (size === 0) return { kind: 'empty', file: name }
  if (size > most.largestFileBytes)
    return { kind: 'tooLarge', file: name, megabytes: most.largestFileBytes / megabyte }
  if (use.names.some((taken) => alike(taken) === alike(name))) return { kind: 'nameTaken', file: name }
  if (use.count >= most.filesAtMost) return { kind: 'tooMany', files: most.filesAtMost }
  if (use.usedBytes + size > most.totalBytes)
    return { kind: 'tooLargeTogether', megabytes: most.totalBytes / megabyte }
  return null
}

/** As the server compares names. */
const alike = (name: string): string => name.normalize().toLowerCase()
