import { UnstyledButton } from '@mantine/core'
import type { FoundSources } from '@atrium/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './sources-fold.module.css'

const SourcesList = lazy(() =>
  import('./sources-list.tsx').then((module) => ({ default: module.SourcesList })),
)

/** Under an answer: what it was given to read, folded until somebody looks. */
export function SourcesFold({ found, text }: { found: FoundSources; text: string }) {
  const { t } = useTranslation('sources')
  const [isOpen, setIsOpen] = useState(false)
  const list = useId()
  const count = found.sources.length
  const doubts = found.unsupported?.length ?? 0
  return (
    <div className={styles.sources}>
      <UnstyledButton
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronDown size={15} stroke={1.8} aria-hidden="true" className={styles.arrow} />
        {count === 0 ? t('none') : t('count', { count })}
        {doubts > 0 && <span className={styles.doubts}>{t('doubts', { count: doubts })}</span>}
      </UnstyledButton>
      {isOpen && (
        <div id={list}>
          <Suspense>
            <SourcesList found={found} text={text} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
