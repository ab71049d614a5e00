import { directionOf } from '@atrium/phrases'
import { Button } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import { IconChevronLeft, IconChevronRight, IconDownload, IconMessagePlus } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { saveAs } from '../../lib/save-as.ts'
import { useFileAddress, usePicture } from '../../entities/files/use-picture-address.ts'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import type { MadePictureProps } from './made-picture.tsx'
import { useUsePicture } from './use-use-picture.ts'
import styles from './pictures.module.css'

type LargePictureProps = MadePictureProps & {
  /** Pictures of the answer. */
  count: number
  onStep: (step: 1 | -1) => void
  onClose: () => void
}

/** A picture as large as the window allows; arrow keys go to its neighbours. */
export function LargePicture({
  picture: part,
  chatId,
  prompt,
  number,
  count,
  onStep,
  onClose,
}: LargePictureProps) {
  const { t, language } = useTranslation(['pictures', 'common'])
  const { readOnly } = useConversationActions()
  const { picture } = usePicture(part.fileId, chatId)
  const address = useFileAddress(picture)
  const takeAlong = useUsePicture()
  const step = (by: 1 | -1) => {
    if (number + by >= 1 && number + by <= count) onStep(by)
  }
  const forward = directionOf(language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const back = directionOf(language) === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  return (
    <Dialog
      opened
      onClose={onClose}
      size="auto"
      title={t('title', { number, count })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      onKeyDown={(event) => {
        if (event.key === forward) step(1)
        if (event.key === back) step(-1)
      }}
    >
      {address !== null && (
        <img src={address} alt={prompt} width={part.width} height={part.height} className={styles.large} />
      )}
      <div className={styles.largeTools}>
        {count > 1 && (
          <span className={styles.steps}>
            <ToolButton
              label={t('previous')}
              icon={IconChevronLeft}
              className={styles.mirrored}
              disabled={number === 1}
              onClick={() => step(-1)}
            />
            <ToolButton
              label={t('next')}
              icon={IconChevronRight}
              className={styles.mirrored}
              disabled={number === count}
              onClick={() => step(1)}
            />
          </span>
        )}
        {picture !== null && (
          <>
            {!readOnly && (
              <Button
                size="sm"
                variant="default"
                leftSection={<IconMessagePlus size={17} stroke={1.7} />}
                onClick={() => {
                  onClose()
                  takeAlong(part, picture)
                }}
              >
                {t('use')}
              </Button>
            )}
            <Button
              size="sm"
              leftSection={<IconDownload size={17} stroke={1.7} />}
              onClick={() => saveAs(picture, part.name)}
            >
              {t('download')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
