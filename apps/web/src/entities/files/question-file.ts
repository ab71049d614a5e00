import type { AttachedDocument, Attachment, Question } from '@atrium/contract'

/** Types of files that can be attached. */
export type QuestionFile = Attachment | AttachedDocument

export const isPicture = (file: QuestionFile): file is Attachment => !('state' in file)
export const isDocument = (file: QuestionFile): file is AttachedDocument => 'state' in file

/** All attachments of a question, pictures first. */
export const filesOf = ({
  attachments,
  documents = [],
}: Pick<Question, 'attachments' | 'documents'>): QuestionFile[] => [...attachments, ...documents]
