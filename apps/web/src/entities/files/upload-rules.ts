import {
  type ContextLimits,
  readableEndingOf,
  isArchiveName,
  limits,
  type SubscriptionPlan,
} from '@atrium/contract'

const megabyte = 1024 * 1024

/** The limits that a plan sets for a room's context, for a room to be created. */
export const contextLimitsOf = (plan: SubscriptionPlan): ContextLimits => ({
  maxFileBytes: plan.rag_max_file_size * megabyte,
  totalBytes: plan.rag_max_total_input_size * megabyte,
  maxFiles: limits.maxContextFiles,
})

/** Current usage of the room's context, including uploads in progress. */
export type ContextUse = {
  limits: ContextLimits
  count: number
  usedBytes: number
  names: readonly string[]
  /** Whether zip files are accepted, whose documents become files of their own. */
  takesArchives?: boolean
}

/** Why a file can't be sent, with the values for its phrase. */
export type FileProblem =
  | { kind: 'notSupported' }
  | { kind: 'empty'; file: string }
  | { kind: 'tooLarge'; file: string; megabytes: number }
  | { kind: 'tooLargeTogether'; megabytes: number }
  | { kind: 'nameTaken'; file: string }
  | { kind: 'tooMany'; files: number }

export type Sorted<Chosen> = { accepted: Chosen[]; refused: { file: Chosen; problem: FileProblem }[] }

/** Separates the chosen files into those that fit and those that don't, in order (KB-02, KB-03). */
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

/** The usage of a context with one more file. */
const withFile = (use: ContextUse, { name, size }: Pick<File, 'name' | 'size'>): ContextUse => ({
  ...use,
  count: use.count + 1,
  usedBytes: use.usedBytes + size,
  names: [...use.names, name],
})

function problemOf({ name, size }: Pick<File, 'name' | 'size'>, use: ContextUse): FileProblem | null {
  const { limits: most } = use
  const isTaken = readableEndingOf(name) !== null || (use.takesArchives && isArchiveName(name))
  if (!isTaken) return { kind: 'notSupported' }
  if (size === 0) return { kind: 'empty', file: name }
  if (size > most.maxFileBytes)
    return { kind: 'tooLarge', file: name, megabytes: most.maxFileBytes / megabyte }
  if (use.names.some((taken) => alike(taken) === alike(name))) return { kind: 'nameTaken', file: name }
  if (use.count >= most.maxFiles) return { kind: 'tooMany', files: most.maxFiles }
  if (use.usedBytes + size > most.totalBytes)
    return { kind: 'tooLargeTogether', megabytes: most.totalBytes / megabyte }
  return null
}

/** As the server compares names. */
const alike = (name: string): string => name.normalize().toLowerCase()
