import type { PicturePart } from '@atrium/contract'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { useTranslation } from '../../lib/translate.ts'

type PictureUse = (picture: PicturePart, bytes: Blob) => void
/** With an instruction, or an empty one that the person writes. */
type PictureChange = (picture: PicturePart, bytes: Blob, instruction: string) => void

/** The actions for a generated picture: attach it to the next question, or have a model change it, where one can. */
export function useUsePicture(): { use: PictureUse; change: PictureChange | null } {
  const { t } = useTranslation('pictures')
  const { attach, changePicture, announce } = useConversationActions()
  return {
    use: (picture, bytes) => {
      attach(attachmentOf(picture), bytes)
      announce(t('used'))
    },
    change:
      changePicture &&
      ((picture, bytes, instruction) => {
        changePicture(attachmentOf(picture), bytes, instruction)
        announce(instruction ? t('used') : t('edit.ready'))
      }),
  }
}

const attachmentOf = ({ fileId: id, name, contentType, sizeBytes }: PicturePart) => ({
  id,
  name,
  contentType,
  sizeBytes,
})
