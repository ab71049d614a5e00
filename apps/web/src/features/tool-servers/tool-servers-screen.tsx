import { type Account, isAdminRole, type ToolServer } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconPlug, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useTranslation } from '../../lib/translate.ts'
import { AccountFrame } from '../account-admin/index.ts'
import { toolServersQuery } from './queries.ts'
import { ServerCard } from './server-card.tsx'
import styles from './tool-servers.module.css'

const ServerDialog = lazy(() =>
  import('./server-dialog.tsx').then((module) => ({ default: module.ServerDialog })),
)

const SignInDialog = lazy(() =>
  import('./sign-in-dialog.tsx').then((module) => ({ default: module.SignInDialog })),
)

/** The tool servers of the active account, for its admins (JOB-04). */
export function ToolServersScreen() {
  const { t } = useTranslation('toolServers')
  usePageTitle(t('title'))
  const account = useAccount()
  if (account === null) return null
  if (!isAdminRole(account.role.name))
    return <Navigate to="/account-members/$id" params={{ id: account.id }} replace />
  return <ServersOf key={account.id} account={account} />
}

function ServersOf({ account }: { account: Account }) {
  const { t } = useTranslation('toolServers')
  const found = useQuery(toolServersQuery(account.id))
  const [editing, setEditing] = useState<{ server: ToolServer | null } | null>(null)
  const [signingIn, setSigningIn] = useState<ToolServer | null>(null)
  const add = () => setEditing({ server: null })
  return (
    <AccountFrame
      account={account}
      title={t('title')}
      action={
        <Button leftSection={<IconPlus size={18} stroke={1.7} />} onClick={add} disabled={!found.data}>
          {t('add')}
        </Button>
      }
    >
      <p className={styles.intro}>{t('text')}</p>
      <Loaded query={found} skeleton={<SkeletonRows count={4} label={t('loading')} />} failed={t('failed')}>
        {({ servers }) =>
          servers.length === 0 ? (
            <EmptyState
              icon={<IconPlug size={24} stroke={1.6} />}
              title={t('empty.title')}
              text={t('empty.text')}
              action={
                <Button variant="default" onClick={add}>
                  {t('add')}
                </Button>
              }
            />
          ) : (
            <ul className={styles.cards}>
              {servers.map((server) => (
                <ServerCard
                  key={server.id}
                  accountId={account.id}
                  server={server}
                  onEdit={() => setEditing({ server })}
                  onSignIn={() => setSigningIn(server)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Suspense>
        {editing && found.data && (
          <ServerDialog
            accountId={account.id}
            edited={editing.server}
            installed={found.data.installed}
            onClose={() => setEditing(null)}
          />
        )}
        {signingIn && (
          <SignInDialog accountId={account.id} server={signingIn} onClose={() => setSigningIn(null)} />
        )}
      </Suspense>
    </AccountFrame>
  )
}
