import type { OwnSession } from '@atrium/contract'
import { ConfirmDialog, ErrorState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorDetail, errorText } from '../../lib/text/error-text.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import styles from '../../lib/forms/section.module.css'
import { Section } from '../../lib/forms/section.tsx'
import { securityChanges, sessionsQuery } from './queries.ts'

/** The person's sessions; each can be ended. */
export function SessionsSection() {
  const { t } = useTranslation(['security', 'common'])
  const sessions = useQuery(sessionsQuery)
  const [isAsked, setAsked] = useState(false)
  const endOthers = () =>
    securityChanges.endOtherSessions().then(
      () => void showToast(t('sessions.othersEnded'), 'good'),
      (error: unknown) => void showToast(errorText(error), 'bad'),
    )
  return (
    <Section title={t('sessions.title')} text={t('sessions.text')}>
      {sessions.isPending && <SkeletonRows count={2} label={t('sessions.loading')} />}
      {sessions.isError && !sessions.data && (
        <ErrorState
          title={t('sessions.failed')}
          text={errorDetail(sessions.error)}
          action={
            <Button variant="default" loading={sessions.isFetching} onClick={() => void sessions.refetch()}>
              {t('common:action.tryAgain')}
            </Button>
          }
        />
      )}
      {sessions.data && (
        <ul className={styles.list} aria-label={t('sessions.list')}>
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {(sessions.data?.length ?? 0) > 1 && (
        <Button variant="default" w="fit-content" onClick={() => setAsked(true)}>
          {t('sessions.endOthers')}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsked}
        title={t('sessions.endOthers.question')}
        confirmLabel={t('sessions.endOthers')}
        cancelLabel={t('common:action.cancel')}
        onConfirm={endOthers}
        onClose={() => setAsked(false)}
      >
        {t('sessions.endOthers.text')}
      </ConfirmDialog>
    </Section>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation('security')
  const [isEnding, setEnding] = useState(false)
  const { browser, system } = session
  const device =
    browser && system
      ? t('sessions.device', { browser, system })
      : (browser ?? system ?? t('sessions.unknown'))
  const moments = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  const end = () => {
    setEnding(true)
    securityChanges
      .endSession(session.id)
      .then(() => showToast(t('sessions.ended'), 'good'))
      .catch((error: unknown) => showToast(errorText(error), 'bad'))
      .finally(() => setEnding(false))
  }
  return (
    <li className={styles.item}>
      <div className={styles.itemWords}>
        <p className={styles.itemName}>{device}</p>
        <p className={styles.itemFacts}>
          {session.isCurrent ? (
            <span className={styles.mark}>{t('sessions.current')}</span>
          ) : (
            <span>{t('sessions.used', { moment: moments.format(new Date(session.lastUsedAt)) })}</span>
          )}
          {session.network && (
            <span>
              {t('sessions.network', { network: '' })}
              <bdi>{session.network}</bdi>
            </span>
          )}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={isEnding}
          aria-label={t('sessions.endOf', { device })}
          onClick={end}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
