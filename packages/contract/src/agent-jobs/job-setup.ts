import { z } from 'zod'
import { DataAnalysis } from './data-analyses.ts'
import type { FileOfJob } from './file-of-job.ts'
import { TableRun } from './table-runs.ts'
import { Translation } from './translations.ts'

/** The settings of a question for its kind of job, as stored with the job. */
export const JobSetup = z.union([
  z.strictObject({ table: TableRun }),
  z.strictObject({ translation: Translation }),
  z.strictObject({ analysis: DataAnalysis }),
])
export type JobSetup = z.infer<typeof JobSetup>

type FilesOfJob = {
  table?: FileOfJob | undefined
  translation?: Translation | undefined
  analysis?: DataAnalysis | undefined
}

/** Returns the files that a job works on. */
export const filesOfJob = ({ table, translation, analysis }: FilesOfJob): FileOfJob[] =>
  [...(table ? [table] : []), ...(translation ? [translation.file] : []), ...(analysis?.files ?? [])].map(
    ({ fileId, of }) => ({ fileId, of }),
  )
