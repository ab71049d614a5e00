import { type Account, limits } from '@atrium/contract'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { LogoField } from '../accounts/index.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { accountChanges } from './queries.ts'
import { SettingsSection } from './settings-section.tsx'

/** Renames the account and changes its logo. */
export function GeneralSection({ account }: { account: Account }) {
  const { t } = useTranslation(['accountAdmin', 'accounts'])
  const [draft, setDraft] = useState<string | null>(null)
  const [logo, setLogo] = useState<File | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const name = draft ?? account.name
  const isRenamed = name.trim() !== account.name
  const most = limits.accountNameCharacters
  const changes = accountChanges(account.id)

  const check = () => {
    if (!name.trim()) return { name: t('accounts:create.name.missing') }
    return [...name.trim()].length > most ? { name: t('accounts:create.name.tooLong', { count: most }) } : {}
  }
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'name'>(check, async () => {
    if (isRenamed) await changes.rename(name.trim())
    setDraft(null)
    if (logo)
      try {
        await changes.setLogo(logo)
      } catch (error) {
        return void showToast(isRenamed ? t('general.logoFailed') : errorText(error), 'bad')
      }
    setLogo(null)
    void showToast(t('general.saved'), 'good')
  })
  const removeLogo = async () => {
    setRemoving(true)
    await showOutcome(changes.removeLogo(), t('general.logoRemoved'))
    setRemoving(false)
  }
  const undo = () => {
    setDraft(null)
    setLogo(null)
    forget('name')
  }
  return (
    <SettingsSection
      title={t('general.title')}
      text={t('general.text')}
      form={form}
      onSubmit={submit}
      onUndo={undo}
      isChanged={isRenamed || logo !== null}
      isSending={isSending}
      failure={failure}
    >
      <TextInput
        name="name"
        label={t('accounts:create.name')}
        autoComplete="organization"
        value={name}
        error={problems.name}
        onChange={(event) => {
          setDraft(event.currentTarget.value)
          forget('name')
        }}
      />
      <LogoField name={name} logo={logo} currentUrl={account.logoUrl} onChange={setLogo} />
      {account.logoUrl !== null && logo === null && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          justify="flex-start"
          w="fit-content"
          loading={isRemoving}
          onClick={() => void removeLogo()}
        >
          {t('general.removeLogo')}
        </Button>
      )}
    </SettingsSection>
  )
}
