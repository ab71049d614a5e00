import { useEffect, useRef } from 'react'
import type { ConversationLabels } from '../features/conversation/conversation-labels.tsx'

type LeaveDialogProps = {
  host: string
  labels: ConversationLabels
  onLeave: () => void
  onClose: () => void
}

/** The same question as the app's dialog, without the UI library. */
export function LeaveDialog({ host, labels, onLeave, onClose }: LeaveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="leave" aria-labelledby="leave-title" onClose={onClose}>
      <h2 id="leave-title">{labels.linkAskTitle(host)}</h2>
      <p>{labels.linkAskText(host)}</p>
      <form method="dialog">
        <button type="submit" className="button">
          {labels.linkStay}
        </button>
        <button type="submit" className="button" data-main onClick={onLeave}>
          {labels.linkOpen}
        </button>
      </form>
    </dialog>
  )
}
