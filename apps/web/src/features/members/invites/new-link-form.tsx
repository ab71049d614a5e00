import { limits } from '@atrium/contract'
import { Button, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { FailureNote } from '../../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { NewLink } from '../../../lib/tools/new-link.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import type { InviteFormProps } from './invite-form-props.ts'
import styles from '../members.module.css'
import { memberChanges } from '../../../entities/accounts/members.ts'

const lives = [1, 7, 30, limits.inviteLinkLifeDaysMost]

/** Creates a public link. Its URL shows once: afterwards only people who copied it have it. */
export function NewLinkForm({ accountId, roomId, room }: InviteFormProps) {
  const { t } = useTranslation('members')
  const [days, setDays] = useState(7)
  const [uses, setUses] = useState<number | string>('')
  const [url, setUrl] = useState<string | null>(null)
  const { form, submit, isSending, failure } = useSubmit(
    () => ({}),
    async () => {
      setUrl(null)
      const made = await memberChanges(accountId).createLink(days, uses === '' ? null : Number(uses), roomId)
      setUrl(made.url)
    },
  )
  return (
    <>
      <form ref={form} noValidate className={styles.linkForm} onSubmit={(event) => void submit(event)}>
        <Select
          label={t('link.life')}
          value={String(days)}
          onChange={(chosen) => chosen && setDays(Number(chosen))}
          allowDeselect={false}
          data={lives.map((count) => ({ value: String(count), label: t('link.days', { count }) }))}
        />
        <NumberInput
          label={t('link.limit')}
          placeholder={t('link.anyNumber')}
          min={1}
          max={limits.inviteLinkUsesMost}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={uses}
          onChange={setUses}
        />
        {room}
        <Button type="submit" loading={isSending}>
          {t('link.create')}
        </Button>
      </form>
      <FailureNote failure={failure} />
      {url !== null && (
        <NewLink
          url={url}
          words={{
            label: t('link.new'),
            copy: t('link.copy'),
            copied: t('link.copied'),
            once: t('link.once'),
          }}
        />
      )}
    </>
  )
}
