import { z } from 'zod'
import { limits } from '../limits.ts'
import { FileOfJob } from './file-of-job.ts'

/** The spreadsheets that a data analysis works on. Each csv file and each sheet of a workbook is a table. */
export const DataAnalysis = z.strictObject({
  files: z
    .array(FileOfJob)
    .min(1)
    .max(limits.maxAnalysisFiles)
    .refine(
      (files) => new Set(files.map(({ fileId }) => fileId)).size === files.length,
      'A file is named twice.',
    ),
})
export type DataAnalysis = z.infer<typeof DataAnalysis>
