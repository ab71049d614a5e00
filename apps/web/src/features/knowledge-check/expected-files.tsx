import type { ExpectedSource } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import styles from './knowledge-check.module.css'

/** The expected files of a question, with pages; marks missing ones. */
export function ExpectedFiles({ expected }: { expected: readonly ExpectedSource[] }) {
  const { t } = useTranslation('knowledgeCheck')
  const named = ({ fileName: file, page }: ExpectedSource) =>
    page === null ? file : t('expected.page', { file, page })
  return (
    <p className={styles.itemFacts}>
      {expected.map((source) => (
        <bdi key={`${source.fileId} ${source.page}`} data-gone={source.isGone || undefined}>
          {source.isGone ? t('expected.gone', { file: named(source) }) : named(source)}
        </bdi>
      ))}
    </p>
  )
}
