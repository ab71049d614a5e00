import { z } from 'zod'
import { FileId } from '../ids.ts'

/** A file for a job: attached to its question, or of the room. */
export const FileOfJob = z.strictObject({ fileId: FileId, of: z.enum(['question', 'room']) })
export type FileOfJob = z.infer<typeof FileOfJob>
