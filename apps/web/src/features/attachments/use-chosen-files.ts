import { type Attachment, documentEndingOf, isId, limits } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useStore } from '../../lib/store.ts'
import { stored } from '../../lib/stored.ts'
import { showToast } from '../../lib/toasts.ts'
import { useUser } from '../identity/use-session.ts'
import { type ChosenFiles, createChosenFiles } from './chosen-files.ts'
import { isPicture, type QuestionFile } from './question-file.ts'
import { unsentPicturesOf } from './unsent-pictures.ts'
import type { UploadOptions } from './upload-document.ts'
import { pictureTypeOf, uploadPicture } from './upload-picture.ts'
import { pictureQuery } from './use-picture-address.ts'

/**
 * The pictures and documents of the next question, and why it has to wait for them, if so. What is neither is told and left out. They are kept
 * with the draft of that name: those that are stored by their id, the others themselves until they are.
 */
export function useChosenFiles(draft: string) {
  const { t } = useTranslation('attachments')
  const userId = useUser()?.id
  const [chosen] = useState(() => chosenOf(`${userId}`, draft))
  const list = useStore(chosen.list)
  const add = (files: readonly File[]) => {
    const taken = files.filter((file) => isOfDocument(file) || pictureTypeOf(file) !== null)
    if (taken.length < files.length) void showToast(t('notSupported'), 'bad')
    const left = limits.attachmentsAtMost - chosen.list.get().length
    if (taken.length > left) void showToast(t('tooMany', { count: limits.attachmentsAtMost }), 'bad')
    chosen.add(taken.slice(0, Math.max(0, left)))
  }
  /** A picture of an answer, which needs no sending; one that is too heavy for a question is sent again, smaller. */
  const attach = (attachment: Attachment, bytes: Blob) => {
    if (attachment.sizeBytes > limits.attachmentBytes)
      return add([new File([bytes], attachment.name, { type: attachment.contentType })])
    if (chosen.list.get().length >= limits.attachmentsAtMost)
      return void showToast(t('tooMany', { count: limits.attachmentsAtMost }), 'bad')
    chosen.restore([attachment])
  }
  const waiting = list.some(({ state }) => state.kind === 'sending')
    ? t('awaited')
    : list.some(({ state }) => state.kind === 'reading')
      ? t('awaited.reading')
      : list.some(({ state }) => state.kind === 'failed' || state.kind === 'gone')
        ? t('failedOnes')
        : null
  const pictureCount = list.filter((one) => !one.isDocument).length
  return { chosen, pictureCount, add, attach, waiting }
}

const chosenByDraft = new Map<string, ChosenFiles>()

const isOfDocument = ({ name }: File): boolean => documentEndingOf(name) !== null

/** Documents come with few questions, and what they need with them. */
const documents = () => import('./upload-document.ts')

const upload = async (file: File, options: UploadOptions): Promise<QuestionFile> =>
  isOfDocument(file)
    ? await (await documents()).uploadDocument(file, options)
    : await uploadPicture(file, options)

/** The files of a draft; their uploads go on when its chat is left. */
function chosenOf(userId: string, draft: string): ChosenFiles {
  const key = `${userId} ${draft}`
  const chosen = chosenByDraft.get(key) ?? restored(draft)
  chosenByDraft.set(key, chosen)
  return chosen
}

/** What an earlier page kept of a draft's files; what becomes of them is kept from now on. */
function restored(draft: string): ChosenFiles {
  const unsent = unsentPicturesOf(draft)
  const chosen = createChosenFiles(upload, unsent)
  const kept = stored(`draft-pictures.${draft}`, filesFrom)
  const files = kept.read() ?? []
  chosen.restore(files)
  for (const file of files)
    isThere(file).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') chosen.lose(file.id)
    })
  void unsent.takeAll().then((unsentFiles) => chosen.add(unsentFiles))
  chosen.list.subscribe(() => {
    const ready = chosen.list.get().flatMap(({ state }) => (state.kind === 'ready' ? [state.attachment] : []))
    if (ready.length === 0) kept.remove()
    else kept.write(ready)
  })
  return chosen
}

/** Asks the server for it; the bytes of a picture are shown then. */
const isThere = async (file: QuestionFile): Promise<unknown> =>
  isPicture(file)
    ? await queryClient.fetchQuery(pictureQuery(file.id))
    : await (await documents()).stateOf(file.id)

const filesFrom = (value: unknown): QuestionFile[] | null =>
  Array.isArray(value) ? value.filter(isQuestionFile) : null

const isQuestionFile = (value: unknown): value is QuestionFile =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  isId('file', value.id) &&
  'name' in value &&
  typeof value.name === 'string'
