import type { FileOfJob } from '@atrium/contract'
import { useState } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { DocumentUnread, uploadDocument } from '../attachments/index.ts'

/** A chosen spreadsheet with its name. */
export type ChosenTable = FileOfJob & { name: string }

/** What a file chooser of spreadsheets accepts. */
export const acceptedSpreadsheets = '.csv,.xls,.xlsx'

/** Uploads a spreadsheet for a question. */
export function useSpreadsheetUpload(onUploaded: (file: ChosenTable) => void) {
  const [isUploading, setUploading] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const upload = async (chosen: File) => {
    setUploading(true)
    setFailure(null)
    try {
      const { id, name } = await uploadDocument(chosen)
      onUploaded({ fileId: id, of: 'question', name })
    } catch (error) {
      setFailure(
        error instanceof DocumentUnread
          ? new ApiError({ code: 'JOB_TABLE_UNREADABLE', message: error.message, status: 422 })
          : error,
      )
    } finally {
      setUploading(false)
    }
  }
  return { upload, isUploading, failure }
}
