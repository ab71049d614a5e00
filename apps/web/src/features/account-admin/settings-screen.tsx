import { type Account, isAdminRole } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { AccountFrame } from './account-frame.tsx'
import { DeleteSection } from './delete-section.tsx'
import { DomainSection } from './domain-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { LinksSection } from './links-section.tsx'
import { ModelsSection } from './models-section.tsx'
import { settingsQuery } from './queries.ts'
import { RetentionSection } from './retention-section.tsx'
import { RoomLimitsSection } from './room-limits-section.tsx'

/** What admins set for the active account (ACC-08). */
export function SettingsScreen() {
  const { t } = useTranslation('accountAdmin')
  usePageTitle(t('settings.title'))
  const account = useAccount()
  if (account === null) return null
  if (!isAdminRole(account.role.name))
    return <Navigate to="/account-members/$id" params={{ id: account.id }} replace />
  return (
    <AccountFrame account={account} title={t('settings.title')}>
      <GeneralSection key={account.id} account={account} />
      <Settings account={account} />
      <DeleteSection account={account} />
    </AccountFrame>
  )
}

function Settings({ account }: { account: Account }) {
  const { t } = useTranslation('accountAdmin')
  const found = useQuery(settingsQuery(account.id))
  // New saved values, from here or elsewhere, reset the form.
  return (
    <Loaded
      query={found}
      skeleton={<SkeletonRows count={6} label={t('settings.loading')} />}
      failed={t('settings.failed')}
    >
      {({ settings, models }) => (
        <>
          <ModelsSection
            key={JSON.stringify(['models', account.id, settings.allowedModelIds, settings.defaultModelId])}
            accountId={account.id}
            settings={settings}
            models={models}
          />
          <LimitsSection
            key={JSON.stringify(['limits', account.id, settings.limitModelId])}
            accountId={account.id}
            settings={settings}
            models={models}
          />
          <RoomLimitsSection key={`room limits ${account.id}`} accountId={account.id} />
          <RetentionSection
            key={`chats ${account.id} ${settings.chatRetentionDays}`}
            accountId={account.id}
            saved={settings.chatRetentionDays}
          />
          <LinksSection
            key={`links ${account.id} ${settings.allowsPublicLinks}`}
            accountId={account.id}
            saved={settings.allowsPublicLinks}
          />
          <DomainSection
            key={`domain ${account.id} ${settings.autoJoinDomain}`}
            accountId={account.id}
            saved={settings.autoJoinDomain}
          />
        </>
      )}
    </Loaded>
  )
}
