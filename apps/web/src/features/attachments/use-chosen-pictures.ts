import { type Attachment, limits } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { createChosenPictures } from './chosen-pictures.ts'
import { pictureTypeOf, uploadPicture } from './upload-picture.ts'

/** The pictures of the next question, and why it has to wait for them, if so. What is no picture is told and left out. */
export function useChosenPictures() {
  const { t } = useTranslation('attachments')
  const [chosen] = useState(() => createChosenPictures(uploadPicture))
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
    : list.some(({ state }) => state.kind === 'failed')
      ? t('failedOnes')
      : null
  return { chosen, list, add, attach, waiting }
}
