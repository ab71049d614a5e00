import { type AccountId, limits } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { NumberInput, Radio } from '@mantine/core'
import { useState } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import { accountChanges } from './queries.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

type RetentionSectionProps = { accountId: AccountId; /** Days; null: chats are kept. */ saved: number | null }

const usualDays = 365

/** Days without a question until chats are erased. Asks for confirmation before erasing more than before. */
export function RetentionSection({ accountId, saved }: RetentionSectionProps) {
  const { t } = useTranslation(['accountAdmin', 'common'])
  const [isErasing, setErasing] = useState(saved !== null)
  const [days, setDays] = useState<number | string>(saved ?? usualDays)
  const [isAsked, setAsked] = useState(false)
  const [least, most] = [1, limits.chatRetentionDaysMost]
  const wanted = isErasing ? Number(days) : null
  const erasesMore = wanted !== null && (saved === null || wanted < saved)
  const save = () => accountChanges(accountId).save({ chatRetentionDays: wanted })

  const check = () =>
    wanted === null || (Number.isInteger(wanted) && wanted >= least && wanted <= most)
      ? {}
      : { days: t('retention.wrong', { least, most }) }
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'days'>(check, async () => {
    if (erasesMore) return setAsked(true)
    await save()
    void showToast(t('settings.saved'), 'good')
  })
  const undo = () => {
    setErasing(saved !== null)
    setDays(saved ?? usualDays)
    forget('days')
  }
  return (
    <SettingsSection
      title={t('retention.title')}
      text={t('retention.text')}
      form={form}
      onSubmit={submit}
      onUndo={undo}
      isChanged={wanted !== saved}
      isSending={isSending}
      failure={failure}
    >
      <Radio.Group
        aria-label={t('retention.title')}
        value={isErasing ? 'after' : 'never'}
        onChange={(value) => setErasing(value === 'after')}
      >
        <div className={styles.choices}>
          <Radio value="never" label={t('retention.never')} />
          <Radio value="after" label={t('retention.after')} />
        </div>
      </Radio.Group>
      {isErasing && (
        <NumberInput
          name="days"
          className={styles.inner}
          label={t('retention.days')}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={days}
          error={problems.days}
          onChange={(value) => {
            setDays(value)
            forget('days')
          }}
        />
      )}
      <ConfirmDialog
        opened={isAsked}
        title={t('retention.sure.title', { count: wanted ?? 0 })}
        confirmLabel={t('retention.sure.confirm')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={async () => {
          await showOutcome(save(), t('settings.saved'))
        }}
        onClose={() => setAsked(false)}
      >
        {t('retention.sure.text')}
      </ConfirmDialog>
    </SettingsSection>
  )
}
