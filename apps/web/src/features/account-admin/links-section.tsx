import type { AccountId } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { accountChanges } from './queries.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

type LinksSectionProps = { accountId: AccountId; saved: boolean }

/** Whether chats may have links that anyone can open. Asks for confirmation before ending those that exist. */
export function LinksSection({ accountId, saved }: LinksSectionProps) {
  const { t } = useTranslation(['accountAdmin', 'common'])
  const [isAllowed, setAllowed] = useState(saved)
  const [isAsked, setAsked] = useState(false)
  const save = () => accountChanges(accountId).save({ allowsPublicLinks: isAllowed })
  const { form, submit, isSending, failure } = useSubmit(
    () => ({}),
    async () => {
      if (!isAllowed) return setAsked(true)
      await save()
      void showToast(t('settings.saved'), 'good')
    },
  )
  return (
    <SettingsSection
      title={t('links.title')}
      text={t('links.text')}
      form={form}
      onSubmit={submit}
      onUndo={() => setAllowed(saved)}
      isChanged={isAllowed !== saved}
      isSending={isSending}
      failure={failure}
    >
      <Radio.Group
        aria-label={t('links.title')}
        value={isAllowed ? 'anyone' : 'members'}
        onChange={(value) => setAllowed(value === 'anyone')}
      >
        <div className={styles.choices}>
          <Radio value="members" label={t('links.members')} />
          <Radio value="anyone" label={t('links.anyone')} />
        </div>
      </Radio.Group>
      <ConfirmDialog
        opened={isAsked}
        title={t('links.sure.title')}
        confirmLabel={t('links.sure.confirm')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={async () => {
          await showOutcome(save(), t('settings.saved'))
        }}
        onClose={() => setAsked(false)}
      >
        {t('links.sure.text')}
      </ConfirmDialog>
    </SettingsSection>
  )
}
