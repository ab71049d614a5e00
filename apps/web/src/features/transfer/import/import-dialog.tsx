import { Button, Group, Progress, Text } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import type { AccountId } from '@atrium/contract'
import { useTranslation } from '../../../lib/translate.ts'
import { ChooseFile } from './choose-file.tsx'
import { FoundChats } from './found-chats.tsx'
import { type ImportStep, useImport } from './use-import.ts'
import styles from './import.module.css'

/** Imports chats from a file: file choice, preview, progress and result (HIST-05). */
export function ImportDialog({ accountId, onClose }: { accountId: AccountId; onClose: () => void }) {
  const { t } = useTranslation(['transfer', 'common'])
  const { state, choose, send, startOver, stop } = useImport(accountId)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('import')}
      size="lg"
      closeOnClickOutside={state.step !== 'sending'}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {(state.step === 'choosing' || state.step === 'reading') && (
        <ChooseFile
          fault={state.step === 'choosing' ? state.fault : null}
          reading={state.step === 'reading' ? state.name : null}
          onChoose={(file) => void choose(file)}
          onCancel={state.step === 'reading' ? startOver : onClose}
        />
      )}
      {state.step === 'chosen' && (
        <FoundChats
          file={state.file}
          onOther={startOver}
          onImport={(roomId) => void send(state.file, roomId)}
        />
      )}
      {state.step === 'sending' && <Sending state={state} onStop={stop} />}
      {state.step === 'over' && <Result state={state} onClose={onClose} onGoOn={() => startOver()} />}
    </Dialog>
  )
}

function Sending({ state, onStop }: { state: Extract<ImportStep, { step: 'sending' }>; onStop: () => void }) {
  const { t } = useTranslation('transfer')
  const total = state.file.chats.length
  const done = state.sent.imported + state.sent.existing
  return (
    <>
      <Text mb="xs">{t('import.sending')}</Text>
      <Progress
        value={total === 0 ? 100 : (done / total) * 100}
        aria-label={t('import.sending')}
        transitionDuration={200}
      />
      <Group justify="space-between" mt="md">
        <Text c="dimmed" role="status">
          {t('import.progress', { done, total })}
        </Text>
        <Button variant="default" onClick={onStop} loading={state.isStopping}>
          {t('import.stop')}
        </Button>
      </Group>
    </>
  )
}

type ResultProps = {
  state: Extract<ImportStep, { step: 'over' }>
  onClose: () => void
  onGoOn: () => void
}

function Result({ state: { file, sent, error }, onClose, onGoOn }: ResultProps) {
  const { t } = useTranslation(['transfer', 'common'])
  const isWhole = sent.imported + sent.existing === file.chats.length
  return (
    <>
      <div role="status">
        <Text fw={600}>{t('import.came', { count: sent.imported })}</Text>
        {sent.existing > 0 && <Text>{t('import.existed', { count: sent.existing })}</Text>}
        {file.skipped.length > 0 && (
          <Text c="dimmed">{t('import.skipped', { count: file.skipped.length })}</Text>
        )}
        {!isWhole && error === null && <Text c="dimmed">{t('import.stopped')}</Text>}
      </div>
      {error !== null && (
        <p role="alert" className={styles.fault}>
          {error} {t('import.stopped')}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        {!isWhole && (
          <Button variant="default" onClick={onGoOn}>
            {t('import.other')}
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          {t('import.done')}
        </Button>
      </Group>
    </>
  )
}
