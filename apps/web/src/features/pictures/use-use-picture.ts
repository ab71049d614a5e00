import type { PicturePart } from '@atrium/contract'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { useTranslation } from '../../lib/translate.ts'

/** Attaches a generated picture to the next question. */
export function useUsePicture() {
  const { t } = useTranslation('pictures')
  const { attach, announce } = useConversationActions()
  return ({ fileId: id, name, contentType, sizeBytes }: PicturePart, bytes: Blob) => {
    attach({ id, name, contentType, sizeBytes }, bytes)
    announce(t('used'))
  }
}
