import type { Notices } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { session } from '../../lib/api/api.ts'
import { reloadAppConfig } from '../../lib/api/app-config.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { ProofForm } from '../security/index.ts'
import { momentText } from './local-time.ts'
import styles from './notices.module.css'
import { noticeChanges } from './queries.ts'

/** Signs everybody out, with proof of identity. */
export function ForceSection({ forceLogout }: { forceLogout: Notices['forceLogout'] }) {
  const { t } = useTranslation(['notices', 'common'])
  const [isOpen, setOpen] = useState(false)
  const clearing = useSubmit<never>(
    () => ({}),
    async () => {
      await noticeChanges.clearForcedSignOut()
      void showToast(t('force.cleared'), 'good')
    },
  )
  const { source, value, endedAt } = forceLogout
  const isInForce = value?.forceLogout === true && !value.clearForceLogout
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>
        {endedAt ? t('force.done', { time: momentText(endedAt) }) : t('force.never')}
        {isInForce && ` ${t('force.clear.text')}`}
      </p>
      {source === 'file' ? (
        <p className={styles.note}>{t('fromFile')}</p>
      ) : (
        <Group gap="sm">
          <Button color="red.9" variant="outline" size="md" onClick={() => setOpen(true)}>
            {t('force.action')}
          </Button>
          {isInForce && (
            <Button
              size="md"
              variant="default"
              loading={clearing.isSending}
              onClick={() => void clearing.submit()}
            >
              {t('force.clear')}
            </Button>
          )}
        </Group>
      )}
      <FailureNote failure={clearing.failure} />
      {isOpen && (
        <Dialog
          opened
          onClose={() => setOpen(false)}
          title={t('force.dialog.title')}
          closeButtonProps={{ 'aria-label': t('common:action.close') }}
        >
          <ProofForm
            confirmLabel={t('force.dialog.confirm')}
            isDangerous
            onCancel={() => setOpen(false)}
            onProve={async (proof) => {
              await noticeChanges.forceSignOut(proof)
              // This browser learns of it like every other one, and clears its data.
              await reloadAppConfig()
              session.end(false)
            }}
          >
            <Text mb="md">{t('force.dialog.text')}</Text>
          </ProofForm>
        </Dialog>
      )}
    </div>
  )
}
