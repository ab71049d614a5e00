import { Dialog } from '@atrium/ui'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { session } from '../../../lib/api/api.ts'
import { ProofForm } from '../../security/index.ts'
import type { KnownPerson } from './known-person.ts'
import { personChanges } from './queries.ts'

type AdminDialogProps = { person: KnownPerson; isOwn: boolean; makes: boolean; onClose: () => void }

/** Makes a person a system administrator, or removes them, with proof of identity. Removing oneself needs a second confirmation. */
export function AdminDialog({ person: { id, name }, isOwn, makes, onClose }: AdminDialogProps) {
  const { t } = useTranslation(['systemPeople', 'common'])
  const [isSure, setSure] = useState(!isOwn || makes)
  const what = makes ? 'make' : 'remove'
  const title = isOwn && !makes ? t('own.title') : t(`${what}.title`, { name })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {isSure ? (
        <ProofForm
          confirmLabel={t(`${what}.confirm`)}
          isDangerous={!makes}
          onCancel={onClose}
          onProve={async (proof) => {
            const changes = personChanges(id)
            const isOwnEnd = isOwn && !makes
            await (isOwnEnd ? changes.endOwnRole(proof) : changes.setAdmin(makes, proof))
            void showToast(t(`${what}.done`, { name }), 'good')
            onClose()
            if (isOwnEnd) await session.reloadUserInfo()
          }}
        >
          <Text mb="md">{isOwn && !makes ? t('own.text') : t(`${what}.text`)}</Text>
        </ProofForm>
      ) : (
        <>
          <Text>{t('own.text')}</Text>
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('common:action.cancel')}
            </Button>
            <Button color="red.9" onClick={() => setSure(true)}>
              {t('own.continue')}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  )
}
