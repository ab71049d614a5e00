import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconPhotoX } from '@tabler/icons-react'
import type { Attachment } from '@atrium/contract'
import { lazy, Suspense, useState } from 'react'
import { useFileAddress, usePicture } from '../../entities/files/use-picture-address.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './attachments.module.css'

const LargeAttachment = lazy(() =>
  import('./large-attachment.tsx').then((module) => ({ default: module.LargeAttachment })),
)

/** Pictures attached to a question; a click enlarges one. */
export function AttachedPictures({ attachments }: { attachments: readonly Attachment[] }) {
  const { t } = useTranslation('attachments')
  if (attachments.length === 0) return null
  return (
    <ul className={styles.attached} aria-label={t('attached')}>
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <AttachedPicture attachment={attachment} />
        </li>
      ))}
    </ul>
  )
}

function AttachedPicture({ attachment: { id, name } }: { attachment: Attachment }) {
  const { t } = useTranslation('attachments')
  const [isLarge, setIsLarge] = useState(false)
  const { picture, hasFailed } = usePicture(id)
  const address = useFileAddress(picture)
  if (hasFailed)
    return (
      <span className={styles.missing}>
        <IconPhotoX size={20} stroke={1.5} aria-hidden="true" /> {t('missing', { name })}
      </span>
    )
  if (address === null) return <Skeleton width={140} height={105} radius="md" />
  return (
    <>
      <UnstyledButton aria-label={t('enlarge', { name })} onClick={() => setIsLarge(true)}>
        <img src={address} alt={name} className={styles.shown} />
      </UnstyledButton>
      {isLarge && (
        <Suspense>
          <LargeAttachment address={address} name={name} onClose={() => setIsLarge(false)} />
        </Suspense>
      )}
    </>
  )
}
