import type { AccountId } from '@atrium/contract'
import { Input, Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { accountChanges } from './queries.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

type DomainSectionProps = { accountId: AccountId; /** null: by invitation only. */ saved: string | null }

/** The option that nobody may join without an invitation. */
const nobody = ''

/** Whether everybody of a domain may join. The server accepts only the domain of the admin's own address. */
export function DomainSection({ accountId, saved }: DomainSectionProps) {
  const { t } = useTranslation('accountAdmin')
  const info = useUserInfo()
  const own = info?.userName.split('@').at(-1)?.toLowerCase() ?? null
  const [domain, setDomain] = useState(saved)
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'domain'>(
    () => ({}),
    async () => {
      try {
        await accountChanges(accountId).save({ autoJoinDomain: domain })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'INVALID_INPUT')
          return { domain: t('domain.refused') }
        throw error
      }
      return void showToast(t('settings.saved'), 'good')
    },
  )
  const choose = (chosen: string | null) => {
    setDomain(chosen)
    forget('domain')
  }
  return (
    <SettingsSection
      title={t('domain.title')}
      text={t('domain.text')}
      form={form}
      onSubmit={submit}
      onUndo={() => choose(saved)}
      isChanged={domain !== saved}
      isSending={isSending}
      failure={failure}
    >
      <Input.Wrapper error={problems.domain} labelElement="div">
        <Radio.Group
          name="domain"
          aria-label={t('domain.title')}
          value={domain ?? nobody}
          onChange={(value) => choose(value || null)}
        >
          <div className={styles.choices}>
            <Radio value={nobody} label={t('domain.none')} />
            {own !== null && (
              <Radio
                value={own}
                label={t('domain.own', { domain: own })}
                disabled={info?.is_public_email === true && saved !== own}
                description={info?.is_public_email ? t('domain.public', { domain: own }) : undefined}
              />
            )}
            {saved !== null && saved !== own && (
              <Radio value={saved} label={t('domain.other', { domain: saved })} />
            )}
          </div>
        </Radio.Group>
      </Input.Wrapper>
    </SettingsSection>
  )
}
