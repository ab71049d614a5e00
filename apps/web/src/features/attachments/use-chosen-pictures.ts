import { type Attachment, isId, limits } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useStore } from '../../lib/store.ts'
import { stored } from '../../lib/stored.ts'
import { showToast } from '../../lib/toasts.ts'
import { useUser } from '../identity/use-session.ts'
import { type ChosenPictures, createChosenPictures } from './chosen-pictures.ts'
import { unsentPicturesOf } from './unsent-pictures.ts'
import { pictureTypeOf, uploadPicture } from './upload-picture.ts'
import { pictureQuery } from './use-picture-address.ts'

/**
 * The pictures of the next question, and why it has to wait for them, if so. What is no picture is told and left out. They are kept
 * with the draft of that name: those that are stored by their id, the others themselves until they are.
 */
export function useChosenPictures(draft: string) {
  const { t } = useTranslation('attachments')
  const userId = useUser()?.id
  const [chosen] = useState(() => chosenOf(`${userId}`, draft))
  const list = useStore(chosen.list)
  const add = (files: readonly File[]) => {
    const pictures = files.filter((file) => pictureTypeOf(file) !== null)
    if (pictures.length < files.length) void showToast(t('notSupported'), 'bad')
    const left = limits.attachmentsAtMost - chosen.list.get().length
    if (pictures.length > left) void showToast(t('tooMany', { count: limits.attachmentsAtMost }), 'bad')
    chosen.add(pictures.slice(0, Math.max(0, left)))
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
    : list.some(({ state }) => state.kind === 'failed' || state.kind === 'gone')
      ? t('failedOnes')
      : null
  return { chosen, list, add, attach, waiting }
}

const chosenByDraft = new Map<string, ChosenPictures>()

/** The pictures of a draft; their uploads go on when its chat is left. */
function chosenOf(userId: string, draft: string): ChosenPictures {
  const key = `${userId} ${draft}`
  const chosen = chosenByDraft.get(key) ?? restored(draft)
  chosenByDraft.set(key, chosen)
  return chosen
}

/** What an earlier page kept of a draft's pictures; what becomes of them is kept from now on. */
function restored(draft: string): ChosenPictures {
  const unsent = unsentPicturesOf(draft)
  const chosen = createChosenPictures(uploadPicture, unsent)
  const kept = stored(`draft-pictures.${draft}`, picturesFrom)
  const pictures = kept.read() ?? []
  chosen.restore(pictures)
  for (const { id } of pictures)
    queryClient.fetchQuery(pictureQuery(id)).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') chosen.lose(id)
    })
  void unsent.takeAll().then((files) => chosen.add(files))
  chosen.list.subscribe(() => {
    const ready = chosen.list.get().flatMap(({ state }) => (state.kind === 'ready' ? [state.attachment] : []))
    if (ready.length === 0) kept.remove()
    else kept.write(ready)
  })
  return chosen
}

const picturesFrom = (value: unknown): Attachment[] | null =>
  Array.isArray(value) ? value.filter(isAttachment) : null

const isAttachment = (value: unknown): value is Attachment =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  isId('file', value.id) &&
  'name' in value &&
  typeof value.name === 'string'
