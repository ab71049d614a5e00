import type { AccountId, KnowledgeBase } from '@atrium/contract'
import { useId } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { AddMenu } from './add-menu.tsx'
import styles from './knowledge-sources.module.css'
import { SourceList } from './source-list.tsx'

/** The sources of a knowledge base beside files, and for editors the way to add more. */
export function BaseSources({ accountId, base }: { accountId: AccountId; base: KnowledgeBase }) {
  const { t } = useTranslation('knowledgeSources')
  const heading = useId()
  const place = { accountId, baseId: base.id }
  return (
    <section className={styles.group} aria-labelledby={heading}>
      <div className={styles.head}>
        <h3 id={heading} className={styles.title}>
          {t('title')}
        </h3>
        {base.mayEdit && <AddMenu place={place} />}
      </div>
      <SourceList place={place} mayEdit={base.mayEdit} />
    </section>
  )
}
