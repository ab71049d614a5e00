import {
  inviteWaitingPerson,
  limits,
  listWaitingPeople,
  removeWaitingPerson,
  type WaitingPerson,
} from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './setup.module.css'

const queryKey = ['waiting-list']
const reload = () => queryClient.invalidateQueries({ queryKey })
const dateText = (at: string) =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' }).format(new Date(at))

/** People who wait for sign-up (LIFE-07): the longest waiting first, invited ones last. */
export function WaitingList() {
  const { t } = useTranslation('setup')
  const [size, setSize] = useState<number>(limits.systemPageSize)
  const found = useQuery({
    queryKey: [...queryKey, size],
    queryFn: ({ signal }) => api.call(listWaitingPeople, { query: { page_size: String(size) } }, { signal }),
  })
  return (
    <Loaded
      compact
      query={found}
      skeleton={<SkeletonRows count={2} label={t('loading')} />}
      failed={t('failed')}
    >
      {({ data, count }) => (
        <div>
          {count === 0 && <p className={styles.quiet}>{t('waiting.none')}</p>}
          <ul className={styles.stopped}>
            {data.map((person) => (
              <Waiting key={person.email} person={person} />
            ))}
          </ul>
          {count > data.length && size < limits.listPageSizeMost && (
            <Button variant="default" onClick={() => setSize(limits.listPageSizeMost)}>
              {t('stopped.more')}
            </Button>
          )}
        </div>
      )}
    </Loaded>
  )
}

function Waiting({ person: { email, askedAt, invitedAt } }: { person: WaitingPerson }) {
  const { t } = useTranslation('setup')
  const [isSaving, setSaving] = useState(false)
  const change = (endpoint: typeof inviteWaitingPerson | typeof removeWaitingPerson) => {
    setSaving(true)
    api
      .call(endpoint, { body: { email } })
      .then(reload)
      .catch((error: unknown) => showToast(errorText(error), 'bad'))
      .finally(() => setSaving(false))
  }
  return (
    <li className={styles.stoppedItem}>
      <span>
        <bdi>{email}</bdi>
        <span className={styles.quiet}>
          {' '}
          {invitedAt === null
            ? t('waiting.since', { date: dateText(askedAt) })
            : t('waiting.invited', { date: dateText(invitedAt) })}
        </span>
      </span>
      <Group gap="xs">
        {invitedAt === null && (
          <Button
            size="compact-md"
            loading={isSaving}
            aria-label={t('waiting.inviteWho', { email })}
            onClick={() => change(inviteWaitingPerson)}
          >
            {t('waiting.invite')}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-md"
          disabled={isSaving}
          aria-label={t('waiting.removeWho', { email })}
          onClick={() => change(removeWaitingPerson)}
        >
          {t('waiting.remove')}
        </Button>
      </Group>
    </li>
  )
}
