import { Button, UnstyledButton } from '@mantine/core'
import { IconBrush, IconCopyPlus, IconDownload, IconMessagePlus, IconPhotoX } from '@tabler/icons-react'
import type { ChatId, PicturePart } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import { saveAs } from '../../lib/save-as.ts'
import { useFileAddress, usePicture } from '../../entities/files/use-picture-address.ts'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { altOf } from './alt-of.ts'
import { useUsePicture } from './use-use-picture.ts'
import styles from './pictures.module.css'

type MadePictureProps = {
  picture: PicturePart
  chatId: ChatId
  /** The question, which describes it. */
  prompt: string
  /** Its number in the answer, from 1. */
  number: number
}

/** A picture in a box of its size, with its actions. */
export function MadePicture(props: MadePictureProps & { onEnlarge: () => void }) {
  const { picture: part, chatId, prompt, number, onEnlarge } = props
  const { t } = useTranslation('pictures')
  const { picture, hasFailed, reload } = usePicture(part.fileId, chatId)
  const address = useFileAddress(picture)
  const alt = altOf(part.altText, prompt)
  const aspectRatio = `${part.width} / ${part.height}`
  if (hasFailed)
    return (
      <div className={styles.missing} style={{ aspectRatio }}>
        <IconPhotoX size={24} stroke={1.5} aria-hidden="true" />
        <p>{t('missing')}</p>
        <Button size="xs" variant="default" onClick={reload}>
          {t('tryAgain')}
        </Button>
      </div>
    )
  return (
    <figure className={styles.frame}>
      <UnstyledButton
        className={styles.enlarge}
        style={{ aspectRatio }}
        aria-label={t('show', { number, prompt: excerptOf(alt) })}
        disabled={address === null}
        onClick={onEnlarge}
      >
        {address === null ? (
          <span className={styles.loading} />
        ) : (
          <img src={address} alt={alt} width={part.width} height={part.height} />
        )}
      </UnstyledButton>
      {picture !== null && <PictureTools {...props} bytes={picture} />}
    </figure>
  )
}

function PictureTools({ picture: part, number, bytes }: MadePictureProps & { bytes: Blob }) {
  const { t } = useTranslation('pictures')
  const { readOnly } = useConversationActions()
  const { use, change } = useUsePicture()
  return (
    <span className={styles.tools}>
      {!readOnly && (
        <ToolButton
          label={t('useOne', { number })}
          icon={IconMessagePlus}
          look="framed"
          onClick={() => use(part, bytes)}
        />
      )}
      {!readOnly && change && (
        <>
          <ToolButton
            label={t('editOne', { number })}
            icon={IconBrush}
            look="framed"
            onClick={() => change(part, bytes, '')}
          />
          <ToolButton
            label={t('variationsOne', { number })}
            icon={IconCopyPlus}
            look="framed"
            onClick={() => change(part, bytes, t('variations.question'))}
          />
        </>
      )}
      <ToolButton
        label={t('downloadOne', { number })}
        icon={IconDownload}
        look="framed"
        onClick={() => saveAs(bytes, part.name)}
      />
    </span>
  )
}

/** Enough of a question to identify the picture when read aloud. */
const excerptOf = (prompt: string) => (prompt.length > 120 ? `${prompt.slice(0, 119).trimEnd()}…` : prompt)
