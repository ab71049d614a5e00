import type { AttachedDocument, Attachment, ChatId } from '@atrium/contract'
import { lazy, Suspense } from 'react'

const AttachedPictures = lazy(() =>
  import('./attached-pictures.tsx').then((module) => ({ default: module.AttachedPictures })),
)
const AttachedDocuments = lazy(() =>
  import('./attached-documents.tsx').then((module) => ({ default: module.AttachedDocuments })),
)

type AttachedFilesProps = {
  pictures: readonly Attachment[]
  documents: readonly AttachedDocument[]
  chatId: ChatId
}

/** What is attached to a question; most questions have nothing, so this loads with the first that has. */
export const AttachedFiles = ({ pictures, documents, chatId }: AttachedFilesProps) => (
  <Suspense>
    {pictures.length > 0 && <AttachedPictures attachments={pictures} />}
    {documents.length > 0 && <AttachedDocuments documents={documents} chatId={chatId} />}
  </Suspense>
)
