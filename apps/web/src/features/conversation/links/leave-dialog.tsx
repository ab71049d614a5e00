import { ConfirmDialog } from '@atrium/ui'
import type { ConversationLabels } from '../conversation-labels.tsx'

type LeaveDialogProps = {
  host: string
  labels: ConversationLabels
  onLeave: () => void
  onClose: () => void
}

/** Asks before a link opens another host than its text says. */
export const LeaveDialog = ({ host, labels, onLeave, onClose }: LeaveDialogProps) => (
  <ConfirmDialog
    opened
    title={labels.linkAskTitle(host)}
    confirmLabel={labels.linkOpen}
    cancelLabel={labels.linkStay}
    onConfirm={onLeave}
    onClose={onClose}
  >
    {labels.linkAskText(host)}
  </ConfirmDialog>
)
