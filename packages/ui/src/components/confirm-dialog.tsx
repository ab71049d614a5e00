import { Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  opened: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel: string
  /** Red for irreversible actions. */
  tone?: 'plain' | 'danger'
  /** Something that the action needs is missing. */
  isBlocked?: boolean
  /** May take its time: the dialog waits and closes only when it succeeds. */
  onConfirm: () => void | Promise<void>
  onClose: () => void
}

/** Asks before something with consequences. The safe answer has the focus. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = 'plain',
  isBlocked = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [working, setWorking] = useState(false)
  const confirm = async () => {
    setWorking(true)
    try {
      await onConfirm()
      onClose()
    } finally {
      setWorking(false)
    }
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size="sm"
      closeButtonProps={{ 'aria-label': cancelLabel }}
    >
      <Text c="dimmed" component="div">
        {children}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={working} data-autofocus>
          {cancelLabel}
        </Button>
        <Button
          color={tone === 'danger' ? 'red.9' : 'ink'}
          onClick={() => void confirm()}
          loading={working}
          disabled={isBlocked}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  )
}
