import { UnstyledButton } from '@mantine/core'
import type { FoundOnWeb } from '@atrium/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { citedNumbers } from '../cited/cited-numbers.ts'
import styles from '../cited/sources-fold.module.css'

const WebList = lazy(() => import('./web-list.tsx').then((module) => ({ default: module.WebList })))

/** Below an answer: the web pages that it cites, how many more were found, and failed searches; collapsed by default. */
export function WebFold({ found, text }: { found: FoundOnWeb; text: string }) {
  const { t } = useTranslation('sources')
  const [isOpen, setIsOpen] = useState(false)
  const list = useId()
  const numbers = citedNumbers(text)
  const pages = found.sources.length
  const cited = found.sources.filter(({ number }) => numbers.has(number)).length
  const failed = found.searches.filter(({ state }) => state !== 'done').length
  const summary = () => {
    if (pages === 0) return t(failed > 0 ? 'web.failed' : 'web.none')
    return cited === 0 ? t('web.uncited', { count: pages }) : t('web.count', { count: cited })
  }
  return (
    <div className={styles.sources}>
      <UnstyledButton
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronDown size={15} stroke={1.8} aria-hidden="true" className={styles.arrow} />
        {summary()}
        {cited > 0 && pages > cited && <span>{t('web.others', { count: pages - cited })}</span>}
        {pages > 0 && failed > 0 && <span className={styles.doubts}>{t('web.failed')}</span>}
        {found.sandbox && <span>{t('web.sandbox')}</span>}
      </UnstyledButton>
      {isOpen && (
        <div id={list}>
          <Suspense>
            <WebList found={found} numbers={numbers} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
