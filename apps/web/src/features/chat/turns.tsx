import { Button } from '@mantine/core'
import type { TurnId } from '@atrium/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TurnView } from './turn-view.tsx'
import type { PathStep } from './turn-tree.ts'
import { useShownPath } from './use-shown-path.ts'
import styles from './chat.module.css'

/** The turns of the branch that is read: the end of it, and more on scrolling up. */
export function Turns({ path, openAt }: { path: PathStep[]; openAt: TurnId | null }) {
  const { shown, hasEarlier, showEarlier } = useShownPath(path, openAt)
  return (
    <>
      {hasEarlier && <EarlierButton onShow={showEarlier} />}
      {shown.map((step) => (
        <TurnView
          key={step.turn.turnId}
          step={step}
          isLast={step === path.at(-1)}
          isFound={step.turn.turnId === openAt}
        />
      ))}
    </>
  )
}

/** Shows earlier turns when it comes into view, or by a press. */
function EarlierButton({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation('chat')
  const button = useRef<HTMLButtonElement>(null)
  const show = useRef(onShow)
  useEffect(() => {
    show.current = onShow
  })
  useEffect(() => {
    if (button.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && show.current())
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [])
  return (
    <Button ref={button} className={styles.earlier} variant="subtle" size="xs" onClick={onShow}>
      {t('earlier')}
    </Button>
  )
}
