import { ConfirmDialog } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { showOutcome } from '../toasts/show-outcome.ts'
import { useTranslation } from '../translate.ts'

type RemoveButtonProps = {
  /** `named` is the button's name for screen readers, `title` the question of the dialog. */
  words: { label: string; named: string; title: string; removed: string }
  remove: () => Promise<unknown>
  /** What else happens, in the dialog. */
  children: ReactNode
}

/** Removes something once the person has confirmed it. */
export function RemoveButton({ words, remove, children }: RemoveButtonProps) {
  const { t } = useTranslation('common')
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} stroke={1.7} />}
        aria-label={words.named}
        onClick={() => setAsked(true)}
      >
        {words.label}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={words.title}
        confirmLabel={words.label}
        cancelLabel={t('action.cancel')}
        tone="danger"
        onConfirm={async () => {
          await showOutcome(remove(), words.removed)
        }}
        onClose={() => setAsked(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
