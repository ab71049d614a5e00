import { SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../lib/lists/load-failure.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { momentText } from './date-text.ts'
import styles from './people.module.css'
import { personChangesQuery } from './queries.ts'

/** System administrators' actions on people, newest first. */
export function PersonLog() {
  const { t } = useTranslation('systemPeople')
  const changes = useQuery(personChangesQuery)
  return (
    <section className={styles.log} aria-labelledby="people-changes">
      <h2 id="people-changes" className={styles.heading}>
        {t('changes.title')}
      </h2>
      {changes.isPending ? (
        <SkeletonRows count={3} label={t('loading')} />
      ) : changes.isError && !changes.data ? (
        <LoadFailure compact title={t('failed')} query={changes} />
      ) : changes.data.length === 0 ? (
        <p className={styles.under}>{t('changes.none')}</p>
      ) : (
        <ol className={styles.teams}>
          {changes.data.map(({ at, action, actorName, personName }, place) => (
            <li key={`${at} ${place}`} className={styles.teamItem}>
              <span dir="auto">
                {t(`change.${action}`, {
                  actor: actorName ?? t('change.command'),
                  person: personName ?? t('change.gone'),
                })}
              </span>
              <time dateTime={at} className={styles.role}>
                {momentText(at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
