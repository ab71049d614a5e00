import type { ChatId, MadePicture } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import { Button } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { saveAs } from '../../lib/save-as.ts'
import { useFileAddress, usePicture } from '../../entities/files/use-picture-address.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import styles from './pictures.module.css'

type LargePictureProps = {
  picture: Pick<MadePicture, 'fileId' | 'name' | 'width' | 'height'>
  chatId: ChatId
  alt: string
  /** Its number among the pictures beside it, from 1. */
  number: number
  count: number
  onStep: (step: 1 | -1) => void
  onClose: () => void
  /** Actions in addition to the download. */
  children?: ((bytes: Blob) => ReactNode) | undefined
  /** Details below it. */
  about?: ReactNode
}

/** A picture as large as the window allows; arrow keys go to its neighbors. */
export function LargePicture({
  picture: part,
  chatId,
  alt,
  number,
  count,
  onStep,
  onClose,
  children,
  about,
}: LargePictureProps) {
  const { t, language } = useTranslation(['pictures', 'common'])
  const { picture } = usePicture(part.fileId, chatId)
  const address = useFileAddress(picture)
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
        <img src={address} alt={alt} width={part.width} height={part.height} className={styles.large} />
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
            {children?.(picture)}
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
      {about}
    </Dialog>
  )
}
