import type { SystemSettings } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { SystemRequests } from '../credit-requests/index.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { Screen } from '@atrium/ui/lists/screen.tsx'
import { BrandingForm } from './branding-form.tsx'
import { MailForm } from './mail-form.tsx'
import { systemSettingsQuery } from './queries.ts'
import styles from './setup.module.css'
import { SettingsInForce } from './settings-in-force.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { StoppedAddresses } from './stopped-addresses.tsx'
import { WaitingList } from './waiting-list.tsx'
import { WebSearchForm } from './web-search-form.tsx'
import { ForSystemAdmins, SystemSection, SystemTabs } from '../system/index.ts'

/** Settings of the installation, for system administrators (LIFE-07). */
export const SystemSettingsScreen = () => (
  <ForSystemAdmins>
    <SettingsForms />
  </ForSystemAdmins>
)

function SettingsForms() {
  const { t } = useTranslation('setup')
  usePageTitle(t('settings.title'))
  const found = useQuery(systemSettingsQuery)
  return (
    <Screen className={styles.screen}>
      <SystemTabs />
      <h1 className={styles.title}>{t('settings.title')}</h1>
      <SystemRequests />
      <Loaded query={found} skeleton={<SkeletonRows count={6} label={t('loading')} />} failed={t('failed')}>
        {(settings) => <Sections settings={settings} />}
      </Loaded>
    </Screen>
  )
}

function Sections({ settings }: { settings: SystemSettings }) {
  const { t } = useTranslation('setup')
  const saved = () => void showToast(t('settings.saved'), 'good')
  const common = { submitLabel: t('settings.save'), onSaved: saved }
  // A save, here or elsewhere, resets the form.
  return (
    <>
      <SystemSection title={t('signUp.title')} text={t('signUp.text')}>
        <SignUpForm key={settings.signUp.value} signUp={settings.signUp} {...common} />
      </SystemSection>
      <SystemSection title={t('waiting.title')} text={t('waiting.text')}>
        <WaitingList />
      </SystemSection>
      <SystemSection title={t('mail.title')} text={t('mail.text')}>
        <MailForm key={JSON.stringify(settings.mail)} mail={settings.mail} {...common} />
      </SystemSection>
      <SystemSection title={t('stopped.title')} text={t('stopped.text')}>
        <StoppedAddresses />
      </SystemSection>
      <SystemSection title={t('webSearch.title')} text={t('webSearch.text')}>
        <WebSearchForm key={JSON.stringify(settings.webSearch)} webSearch={settings.webSearch} {...common} />
      </SystemSection>
      <SystemSection title={t('branding.title')} text={t('branding.text')}>
        <BrandingForm key={JSON.stringify(settings.branding)} branding={settings.branding} {...common} />
      </SystemSection>
      <SystemSection title={t('inForce.title')} text={t('inForce.text')}>
        <SettingsInForce />
      </SystemSection>
    </>
  )
}
