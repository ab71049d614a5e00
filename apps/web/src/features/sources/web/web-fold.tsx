import type { FoundOnWeb } from '@atrium/contract'
import { lazy, Suspense, useState } from 'react'
import { Fold } from '../../../lib/tools/fold.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { citedNumbers } from '../cited/cited-numbers.ts'
import styles from '../cited/sources-fold.module.css'

const WebList = lazy(() => import('./web-list.tsx').then((module) => ({ default: module.WebList })))

/** Below an answer: the web pages that it cites, how many more were found, and failed searches; collapsed by default. */
export function WebFold({ found, text }: { found: FoundOnWeb; text: string }) {
  const { t } = useTranslation('sources')
  const [isOpen, setIsOpen] = useState(false)
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
      <Fold
        isOpen={isOpen}
        onToggle={setIsOpen}
        summary={
          <>
            {summary()}
            {cited > 0 && pages > cited && <span>{t('web.others', { count: pages - cited })}</span>}
            {pages > 0 && failed > 0 && <span className={styles.doubts}>{t('web.failed')}</span>}
            {found.sandbox && <span>{t('web.sandbox')}</span>}
          </>
        }
      >
        <Suspense>
          <WebList found={found} numbers={numbers} />
        </Suspense>
      </Fold>
    </div>
  )
}
