import { type PictureOptions, type PicturePart, sidesOf, type Turn } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconBrush, IconCopyPlus, IconMessagePlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { altOf } from './alt-of.ts'
import { MadePicture } from './made-picture.tsx'
import { useUsePicture } from './use-use-picture.ts'
import styles from './pictures.module.css'

const loadLarge = () => import('./large-picture.tsx')
const LargePicture = lazy(() => loadLarge().then((module) => ({ default: module.LargePicture })))

type MadePicturesProps = {
  turn: Turn
  pictures: readonly PicturePart[]
  /** The pictures being made: reserves their space. */
  awaited: PictureOptions | null
}

/** The pictures of an answer side by side, a single one as large as the column allows; a click enlarges one. */
export function MadePictures({ turn, pictures, awaited }: MadePicturesProps) {
  const { t } = useTranslation('pictures')
  const { chatId, readOnly } = useConversationActions()
  const { use, change } = useUsePicture()
  const [shown, setShown] = useState<number | null>(null)
  const missing = awaited === null ? 0 : Math.max(0, awaited.count - pictures.length)
  const places = pictures.length + missing
  // A click on a picture is likely once there is one.
  useEffect(() => (places > 0 ? whenIdle(() => void loadLarge().catch(() => {})) : undefined), [places])
  if (places === 0) return null
  const large = shown === null ? undefined : pictures[shown]
  return (
    <>
      <ul
        className={styles.grid}
        data-single={places === 1 || undefined}
        aria-label={t('label', { count: places })}
      >
        {pictures.map((picture, index) => (
          <li key={picture.fileId}>
            <MadePicture
              picture={picture}
              chatId={chatId}
              prompt={turn.question.text}
              number={index + 1}
              onEnlarge={() => setShown(index)}
            />
          </li>
        ))}
        {awaited !== null &&
          Array.from({ length: missing }, (_, index) => (
            <li key={`awaited ${index}`} aria-hidden="true">
              <AwaitedPicture size={awaited.size} />
            </li>
          ))}
      </ul>
      {large && shown !== null && (
        <Suspense>
          <LargePicture
            picture={large}
            chatId={chatId}
            alt={altOf(large.altText, turn.question.text)}
            number={shown + 1}
            count={pictures.length}
            onStep={(step) => setShown(shown + step)}
            onClose={() => setShown(null)}
          >
            {readOnly
              ? undefined
              : (bytes) => {
                  const act = (run: () => void) => () => {
                    setShown(null)
                    run()
                  }
                  return (
                    <>
                      <Button
                        size="sm"
                        variant="default"
                        leftSection={<IconMessagePlus size={17} stroke={1.7} />}
                        onClick={act(() => use(large, bytes))}
                      >
                        {t('use')}
                      </Button>
                      {change && (
                        <>
                          <Button
                            size="sm"
                            variant="default"
                            leftSection={<IconBrush size={17} stroke={1.7} />}
                            onClick={act(() => change(large, bytes, ''))}
                          >
                            {t('edit')}
                          </Button>
                          <Button
                            size="sm"
                            variant="default"
                            leftSection={<IconCopyPlus size={17} stroke={1.7} />}
                            onClick={act(() => change(large, bytes, t('variations.question')))}
                          >
                            {t('variations')}
                          </Button>
                        </>
                      )}
                    </>
                  )
                }}
          </LargePicture>
        </Suspense>
      )}
    </>
  )
}

function AwaitedPicture({ size }: { size: string }) {
  const { width, height } = sidesOf(size)
  return <div className={styles.awaited} style={{ aspectRatio: `${width} / ${height}` }} />
}
