import type { AttachedDocument, Attachment, Question } from '@atrium/contract'

/** What a question may come with. */
export type QuestionFile = Attachment | AttachedDocument

export const isPicture = (file: QuestionFile): file is Attachment => !('state' in file)
export const isDocument = (file: QuestionFile): file is AttachedDocument => 'state' in file

/** All that a question came with, its pictures first. */
export const filesOf = ({
  attachments,
  documents = [],
}: Pick<Question, 'attachments' | 'documents'>): QuestionFile[] => [...attachments, ...documents]
