import { type PictureOptions, type PicturePart, sidesOf, type Turn } from '@atrium/contract'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { MadePicture } from './made-picture.tsx'
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
  const { chatId } = useConversationActions()
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
            prompt={turn.question.text}
            number={shown + 1}
            count={pictures.length}
            onStep={(step) => setShown(shown + step)}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function AwaitedPicture({ size }: { size: string }) {
  const { width, height } = sidesOf(size)
  return <div className={styles.awaited} style={{ aspectRatio: `${width} / ${height}` }} />
}
