import type { AccountId } from '@atrium/contract'
import { lazy, Suspense } from 'react'
import type { ChosenChat } from '../../entities/chats/labels.ts'

const ChooseLabelsDialog = lazy(() =>
  import('./labels/choose-labels-dialog.tsx').then((module) => ({ default: module.ChooseLabelsDialog })),
)
const MoveDialog = lazy(() => import('./move-dialog.tsx').then((module) => ({ default: module.MoveDialog })))
const PrintView = lazy(() =>
  import('../transfer/print/print-view.tsx').then((module) => ({ default: module.PrintView })),
)
const RenameChat = lazy(() => import('./rename-chat.tsx').then((module) => ({ default: module.RenameChat })))

/** The open confirmation or detail dialog for chats; null for none. */
export type ChosenDialog = 'labels' | 'move' | 'rename' | 'print' | null

type ChosenDialogsProps = {
  open: ChosenDialog
  accountId: AccountId
  chats: readonly ChosenChat[]
  onClose: () => void
}

/** The dialogs for one or several chats, each loaded on first use. */
export function ChosenDialogs({ open, accountId, chats, onClose }: ChosenDialogsProps) {
  const [first] = chats
  const shared = { accountId, chats, onClose }
  return (
    <Suspense>
      {open === 'labels' && <ChooseLabelsDialog {...shared} />}
      {open === 'move' && <MoveDialog {...shared} />}
      {open === 'print' && first && (
        <PrintView accountId={accountId} chatId={first.chatId} onClose={onClose} />
      )}
      {open === 'rename' && first && <RenameChat accountId={accountId} chat={first} onClose={onClose} />}
    </Suspense>
  )
}
