import type { AccountId, ToolServer } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { Button, Switch } from '@mantine/core'
import { IconLogin2, IconLogout2, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { RemoveButton } from '../../lib/tools/remove-button.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { toolServerChanges } from './queries.ts'
import { hostOf } from './host-of.ts'
import { ServerTools } from './server-tools.tsx'
import styles from './tool-servers.module.css'

type ServerCardProps = {
  accountId: AccountId
  server: ToolServer
  onEdit: () => void
  onSignIn: () => void
}

/** A connected server: where it is, its last check, its tools, and actions. */
export function ServerCard({ accountId, server, onEdit, onSignIn }: ServerCardProps) {
  const { t } = useTranslation('toolServers')
  const [working, setWorking] = useState<'switch' | 'check' | null>(null)
  const { name, url, isEnabled, problem, headers, signIn, checkedAt } = server
  const needsSignIn = problem === 'SIGN_IN_REQUIRED'
  const run = async (kind: 'switch' | 'check', work: Promise<unknown>, done: string) => {
    setWorking(kind)
    await showOutcome(work, done)
    setWorking(null)
  }
  const changes = toolServerChanges(accountId)
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <div className={styles.words}>
          <h2 className={styles.name}>
            <bdi>{name}</bdi> {server.sandbox && <span className={styles.badge}>{t('sandbox')}</span>}
          </h2>
          <p className={styles.quiet}>
            {url === null ? t('installed') : <bdi>{url}</bdi>} · <code dir="ltr">{server.prefix}__</code>
          </p>
        </div>
        <Switch
          aria-label={t('enabled', { name })}
          checked={isEnabled}
          disabled={working !== null}
          onChange={({ currentTarget: { checked } }) =>
            void run(
              'switch',
              changes.switch(server, checked),
              t(checked ? 'switchedOn' : 'switchedOff', { name }),
            )
          }
        />
      </div>
      {problem && <p className={styles.problem}>{t(`problem.${problem}`)}</p>}
      <p className={styles.facts}>
        {signIn && <SignInFact signIn={signIn} />}
        {url !== null && (!signIn || headers.length > 0) && (
          <span>{headers.length === 0 ? t('noHeaders') : t('headers', { names: headers.join(', ') })}</span>
        )}
        {checkedAt && <span>{t('checked', { date: dateOf(checkedAt) })}</span>}
      </p>
      <ServerTools accountId={accountId} server={server} />
      <div className={styles.actions}>
        {needsSignIn && (
          <Button
            size="xs"
            leftSection={<IconLogin2 size={16} stroke={1.7} />}
            aria-label={t(signIn ? 'signIn.againNamed' : 'signIn.actionNamed', { name })}
            onClick={onSignIn}
          >
            {t(signIn ? 'signIn.again' : 'signIn.action')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.7} />}
          aria-label={t('checkNamed', { name })}
          loading={working === 'check'}
          disabled={working !== null}
          onClick={() => void run('check', changes.check(server.id), t('checkedNow'))}
        >
          {t('check')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={16} stroke={1.7} />}
          aria-label={t('editNamed', { name })}
          onClick={onEdit}
        >
          {t('edit')}
        </Button>
        {signIn && <SignOut accountId={accountId} server={server} />}
        <RemoveServer accountId={accountId} server={server} />
      </div>
    </li>
  )
}

const dateOf = (iso: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

function SignInFact({ signIn }: { signIn: NonNullable<ToolServer['signIn']> }) {
  const { t } = useTranslation('toolServers')
  const { issuer, signedInAt, signedInBy } = signIn
  const facts = { host: hostOf(issuer), date: dateOf(signedInAt) }
  return (
    <span>
      {signedInBy === null ? t('signIn.fact', facts) : t('signIn.factBy', { ...facts, person: signedInBy })}
    </span>
  )
}

type OwnServer = Pick<ServerCardProps, 'accountId' | 'server'>

function SignOut({ accountId, server: { id, name } }: OwnServer) {
  const { t } = useTranslation(['toolServers', 'common'])
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconLogout2 size={16} stroke={1.7} />}
        aria-label={t('signOut.named', { name })}
        onClick={() => setAsked(true)}
      >
        {t('signOut')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('signOut.title', { name })}
        confirmLabel={t('signOut')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={async () => {
          await showOutcome(toolServerChanges(accountId).signOut(id), t('signOut.done', { name }))
        }}
        onClose={() => setAsked(false)}
      >
        {t('signOut.text')}
      </ConfirmDialog>
    </>
  )
}

function RemoveServer({ accountId, server: { id, name } }: OwnServer) {
  const { t } = useTranslation('toolServers')
  return (
    <RemoveButton
      words={{
        label: t('remove'),
        named: t('removeNamed', { name }),
        title: t('remove.title', { name }),
        removed: t('removed', { name }),
      }}
      remove={() => toolServerChanges(accountId).remove(id)}
    >
      {t('remove.text')}
    </RemoveButton>
  )
}
