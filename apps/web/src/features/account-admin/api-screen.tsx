import { EmptyState } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconPlugOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { AccountFrame } from './account-frame.tsx'

/** The page of the always disabled API tab (NAV-02): states that, and shows no account data. */
export function ApiScreen() {
  const { t } = useTranslation('accountAdmin')
  usePageTitle(t('tabs.api'))
  const account = useAccount()
  if (account === null) return null
  return (
    <AccountFrame account={account} title={t('tabs.api')}>
      <EmptyState
        icon={<IconPlugOff size={24} stroke={1.6} />}
        title={t('api.closed.title')}
        text={t('api.closed.text')}
        action={
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/api-reference" />}>
            {t('api.closed.reference')}
          </Button>
        }
      />
    </AccountFrame>
  )
}
