import type { SubscriptionPlan } from '@atrium/contract'
import type { ChosenFile } from './chosen-files.ts'

const megabyte = 1024 * 1024

type Limits = Pick<SubscriptionPlan, 'rag_max_file_size' | 'rag_max_total_input_size'>
/** The name of a single file that is too large. */
export type SizeRefusal = { file?: string; megabytes: number }

/** Returns the files that the plan allows beside the chosen ones, and why not the others (KB-03). */
export function withinPlan(
  files: readonly File[],
  chosen: readonly Pick<ChosenFile, 'sizeBytes'>[],
  plan: Limits | null,
): { taken: File[]; refusals: SizeRefusal[] } {
  if (plan === null) return { taken: [...files], refusals: [] }
  const { rag_max_file_size: each, rag_max_total_input_size: together } = plan
  const taken: File[] = []
  const refusals: SizeRefusal[] = []
  let total = chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  for (const file of files)
    if (file.size > each * megabyte) refusals.push({ file: file.name, megabytes: each })
    else if (total + file.size > together * megabyte) refusals.push({ megabytes: together })
    else {
      taken.push(file)
      total += file.size
    }
  return { taken, refusals }
}
