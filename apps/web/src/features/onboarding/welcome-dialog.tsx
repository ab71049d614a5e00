import { Dialog } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconMessageCircleQuestion, IconQuote, IconUsersGroup } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { keepWelcomed } from './keep-welcomed.ts'
import styles from './onboarding.module.css'

const steps = [
  { title: 'welcome.ask.title', text: 'welcome.ask.text', icon: IconMessageCircleQuestion },
  { title: 'welcome.rooms.title', text: 'welcome.rooms.text', icon: IconUsersGroup },
  { title: 'welcome.sources.title', text: 'welcome.sources.text', icon: IconQuote },
] as const

/** Three steps about the product. Closing it in any way counts as read. */
export function WelcomeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('onboarding')
  const [index, setIndex] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasMoved = useRef(false)
  useEffect(() => {
    // Screen readers continue with the new step.
    if (wasMoved.current) heading.current?.focus()
  }, [index])
  const close = () => {
    keepWelcomed()
    onClose()
  }
  const go = (to: number) => {
    wasMoved.current = true
    setIndex(to)
  }
  const step = steps[index] ?? steps[0]
  const { icon: Icon } = step
  const isLast = index === steps.length - 1
  const progress = t('welcome.step', { step: index + 1, count: steps.length })
  return (
    <Dialog opened centered size="md" onClose={close} title={t('welcome.title')} withCloseButton={false}>
      <div className={styles.step}>
        <span className={styles.sign} aria-hidden="true">
          <Icon size={32} stroke={1.5} />
        </span>
        <h3 ref={heading} tabIndex={-1} className={styles.stepTitle}>
          {t(step.title)}
        </h3>
        <p className={styles.stepText}>{t(step.text)}</p>
      </div>
      <p className={styles.progress}>
        <span className={styles.dots} aria-hidden="true">
          {steps.map(({ title }, one) => (
            <span key={title} data-current={one === index || undefined} />
          ))}
        </span>
        <span>{progress}</span>
      </p>
      <div className={styles.actions}>
        <Button variant="subtle" color="gray" onClick={close}>
          {t('welcome.skip')}
        </Button>
        <span className={styles.ways}>
          {index > 0 && (
            <Button variant="default" onClick={() => go(index - 1)}>
              {t('welcome.back')}
            </Button>
          )}
          <Button onClick={isLast ? close : () => go(index + 1)} data-autofocus>
            {isLast ? t('welcome.start') : t('welcome.next')}
          </Button>
        </span>
      </div>
    </Dialog>
  )
}
