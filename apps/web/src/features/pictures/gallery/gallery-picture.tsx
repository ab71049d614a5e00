import type { AccountId, Model, RoomId, RoomPicture } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconBrush, IconCopyPlus, IconMessage, IconMessagePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { modelsQuery } from '../../../entities/models/queries.ts'
import { pictureToUse } from '../../../entities/files/picture-to-use.ts'
import { Moment } from '../../../lib/moment.tsx'
import { useUser } from '../../../lib/session/use-session.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { altOf } from '../alt-of.ts'
import { pictureChanger } from '../picture-changer.ts'
import { LargePicture } from '../large-picture.tsx'
import { DescribeForm } from './describe-form.tsx'
import styles from './gallery.module.css'

type GalleryPictureProps = {
  accountId: AccountId
  roomId: RoomId
  picture: RoomPicture
  /** Its number on the page, from 1. */
  number: number
  count: number
  onStep: (step: 1 | -1) => void
  onClose: () => void
}

/** A picture of the gallery enlarged, with its details and actions. */
export function GalleryPicture({ accountId, roomId, picture, ...shown }: GalleryPictureProps) {
  const { t } = useTranslation(['gallery', 'pictures'])
  const { data: models = null } = useQuery(modelsQuery(accountId, roomId))
  const use = useInQuestion(picture)
  const changer = pictureChanger(models, null)
  return (
    <LargePicture
      picture={picture}
      chatId={picture.chatId}
      alt={altOf(picture.altText, picture.prompt)}
      {...shown}
      about={<About key={picture.fileId} accountId={accountId} picture={picture} />}
    >
      {(bytes) => (
        <>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconMessage size={17} stroke={1.7} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/chat/$chatId"
                params={{ chatId: picture.chatId }}
                search={{ turn: picture.turnId }}
              />
            )}
          >
            {t('openChat')}
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconMessagePlus size={17} stroke={1.7} />}
            onClick={() => use(bytes, '', null)}
          >
            {t('use')}
          </Button>
          {changer && (
            <>
              <Button
                size="sm"
                variant="default"
                leftSection={<IconBrush size={17} stroke={1.7} />}
                onClick={() => use(bytes, '', changer)}
              >
                {t('pictures:edit')}
              </Button>
              <Button
                size="sm"
                variant="default"
                leftSection={<IconCopyPlus size={17} stroke={1.7} />}
                onClick={() => use(bytes, t('pictures:variations.question'), changer)}
              >
                {t('pictures:variations')}
              </Button>
            </>
          )}
        </>
      )}
    </LargePicture>
  )
}

/** Opens a new chat with the picture in its composer. */
function useInQuestion({ author, fileId: id, name, contentType, sizeBytes }: RoomPicture) {
  const navigate = useNavigate()
  const isOwn = useUser()?.id === author.id
  return (bytes: Blob, text: string, model: Model | null) => {
    const own = isOwn ? { id, name, contentType, sizeBytes } : null
    pictureToUse.set({ bytes, name, own, text, modelId: model?.modelId ?? null })
    void navigate({ to: '/chat/$chatId', params: { chatId: 'new' } })
  }
}

function About({ accountId, picture }: { accountId: AccountId; picture: RoomPicture }) {
  const { t } = useTranslation('gallery')
  return (
    <div className={styles.about}>
      <dl className={styles.details}>
        <dt>{t('about.prompt')}</dt>
        <dd dir="auto">{picture.prompt}</dd>
        <dt>{t('about.author')}</dt>
        <dd>
          <bdi>{picture.author.name}</bdi>
        </dd>
        {picture.modelName !== null && (
          <>
            <dt>{t('about.model')}</dt>
            <dd>
              <bdi>{picture.modelName}</bdi>
            </dd>
          </>
        )}
        <dt>{t('about.time')}</dt>
        <dd>
          <Moment at={picture.madeAt} />
        </dd>
        {!picture.mayDescribe && picture.altText !== undefined && (
          <>
            <dt>{t('about.alt')}</dt>
            <dd dir="auto">{picture.altText}</dd>
          </>
        )}
      </dl>
      {picture.mayDescribe && <DescribeForm accountId={accountId} picture={picture} />}
    </div>
  )
}
