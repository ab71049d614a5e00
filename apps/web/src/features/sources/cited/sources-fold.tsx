import type { FoundSources } from '@atrium/contract'
import { lazy, Suspense, useState } from 'react'
import { Fold } from '../../../lib/tools/fold.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { citedNumbers } from './cited-numbers.ts'
import styles from './sources-fold.module.css'

const SourcesList = lazy(() =>
  import('./sources-list.tsx').then((module) => ({ default: module.SourcesList })),
)

/** Below an answer: cited sources, the number of further passages read, and whether it cites none; collapsed by default. */
export function SourcesFold({ found, text }: { found: FoundSources; text: string }) {
  const { t } = useTranslation('sources')
  const [isOpen, setIsOpen] = useState(false)
  const numbers = citedNumbers(text)
  const read = found.sources.length
  const cited = found.sources.filter(({ number }) => numbers.has(number)).length
  const summaryOf = () => {
    if (read === 0) return t(wasLeftOut(found) ? 'roomFilesOff' : 'none')
    return cited === 0 ? t('uncited', { count: read }) : t('count', { count: cited })
  }
  const doubts = found.unsupported?.length ?? 0
  return (
    <div className={styles.sources}>
      <Fold
        isOpen={isOpen}
        onToggle={setIsOpen}
        summary={
          <>
            {summaryOf()}
            {cited > 0 && read > cited && <span>{t('others', { count: read - cited })}</span>}
            {doubts > 0 && <span className={styles.doubts}>{t('doubts', { count: doubts })}</span>}
          </>
        }
      >
        <Suspense>
          <SourcesList found={found} text={text} />
        </Suspense>
      </Fold>
    </div>
  )
}

/** No search: the asker turned off the room's files. */
const wasLeftOut = ({ trace }: FoundSources): boolean =>
  trace.roomFilesOff === true && trace.filesSearched === 0 && trace.unreadFiles.length === 0
