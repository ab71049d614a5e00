import { limits, listStoppedAddresses, resumeMailTo, type StoppedAddress, stopMailTo } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { Field } from '../../lib/forms/field.tsx'
import { looksLikeEmail } from '../../lib/forms/looks-like-email.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './setup.module.css'

const queryKey = ['stopped-addresses']
const reload = () => queryClient.invalidateQueries({ queryKey })

/** Addresses that get no mail (LIFE-08), and a form to add one. */
export function StoppedAddresses() {
  const { t } = useTranslation('setup')
  const [size, setSize] = useState<number>(limits.systemPageSize)
  const found = useQuery({
    queryKey: [...queryKey, size],
    queryFn: ({ signal }) =>
      api.call(listStoppedAddresses, { query: { page_size: String(size) } }, { signal }),
  })
  return (
    <div>
      <Loaded
        compact
        query={found}
        skeleton={<SkeletonRows count={2} label={t('loading')} />}
        failed={t('failed')}
      >
        {({ data, count }) => (
          <>
            {count === 0 && <p className={styles.quiet}>{t('stopped.none')}</p>}
            <ul className={styles.stopped}>
              {data.map((stopped) => (
                <Stopped key={stopped.address} stopped={stopped} />
              ))}
            </ul>
            {count > data.length && size < limits.listPageSizeMost && (
              <Button variant="default" onClick={() => setSize(limits.listPageSizeMost)}>
                {t('stopped.more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <StopForm />
    </div>
  )
}

function Stopped({ stopped: { address, reason, byName } }: { stopped: StoppedAddress }) {
  const { t } = useTranslation('setup')
  const [isSaving, setSaving] = useState(false)
  const resume = () => {
    setSaving(true)
    api
      .call(resumeMailTo, { body: { address } })
      .then(reload)
      .catch((error: unknown) => showToast(errorText(error), 'bad'))
      .finally(() => setSaving(false))
  }
  return (
    <li className={styles.stoppedItem}>
      <span>
        <bdi>{address}</bdi>
        <span className={styles.quiet}> {t(`stopped.reason.${reason}`, { name: byName ?? '' })}</span>
      </span>
      <Button
        variant="default"
        size="compact-md"
        loading={isSaving}
        aria-label={t('stopped.resume', { address })}
        onClick={resume}
      >
        {t('stopped.resumeShort')}
      </Button>
    </li>
  )
}

function StopForm() {
  const { t } = useTranslation('setup')
  const [address, setAddress] = useState('')
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'address'>(
    () => (looksLikeEmail(address) ? {} : { address: t('mail.from.wrong') }),
    async () => {
      await api.call(stopMailTo, { body: { address } })
      setAddress('')
      await reload()
    },
  )
  return (
    <form ref={form} className={styles.stopForm} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        name="address"
        type="email"
        label={t('stopped.address')}
        value={address}
        problem={problems.address}
        autoComplete="off"
        onChange={(event) => {
          forget('address')
          setAddress(event.currentTarget.value)
        }}
      />
      <Button type="submit" variant="default" loading={isSending}>
        {t('stopped.stop')}
      </Button>
      <FailureNote failure={failure} />
    </form>
  )
}
