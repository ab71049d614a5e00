import type { AccountId } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { InviteManyForm } from './invite-many-form.tsx'
import { InviteOneForm } from './invite-one-form.tsx'
import styles from './members.module.css'
import { PublicLinks } from './public-links.tsx'

/** 'Send Invite': one person, several at once, or a link for whoever has it. */
export function InviteDialog({ accountId, onClose }: { accountId: AccountId; onClose: () => void }) {
  const { t } = useTranslation(['members', 'common'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('invite.open')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Tabs defaultValue="one" keepMounted={false}>
        <Tabs.List mb="md" className={styles.tabs}>
          <Tabs.Tab value="one">{t('invite.one')}</Tabs.Tab>
          <Tabs.Tab value="many">{t('invite.many')}</Tabs.Tab>
          <Tabs.Tab value="link">{t('invite.link')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="one">
          <InviteOneForm accountId={accountId} />
        </Tabs.Panel>
        <Tabs.Panel value="many">
          <InviteManyForm accountId={accountId} />
        </Tabs.Panel>
        <Tabs.Panel value="link">
          <PublicLinks accountId={accountId} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}
