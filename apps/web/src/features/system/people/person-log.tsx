import { SkeletonRows } from '@atrium/ui'
import list from '@atrium/ui/lists/list-table.module.css'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../lib/lists/loaded.tsx'
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
      <Loaded
        compact
        query={changes}
        skeleton={<SkeletonRows count={3} label={t('loading')} />}
        failed={t('failed')}
      >
        {(entries) =>
          entries.length === 0 ? (
            <p className={list.under}>{t('changes.none')}</p>
          ) : (
            <ol className={styles.teams}>
              {entries.map(({ at, action, actorName, personName }, place) => (
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
          )
        }
      </Loaded>
    </section>
  )
}
