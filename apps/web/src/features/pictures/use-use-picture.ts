import type { PicturePart } from '@atrium/contract'
import { useTranslation } from 'react-i18next'
import { useConversationActions } from '../chat/conversation-actions.tsx'

/** Lets a picture of an answer come with the next question. */
export function useUsePicture() {
  const { t } = useTranslation('pictures')
  const { attach, announce } = useConversationActions()
  return ({ fileId: id, name, contentType, sizeBytes }: PicturePart, bytes: Blob) => {
    attach({ id, name, contentType, sizeBytes }, bytes)
    announce(t('used'))
  }
}
