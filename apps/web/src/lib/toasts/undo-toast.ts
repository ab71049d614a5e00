import { translate } from '../translate.ts'
import { showActionToast } from './toasts.ts'

type UndoToast = { id: string; message: string; onUndo: () => void }

/** Shows the completed action, with an Undo button. */
export const showUndoToast = ({ id, message, onUndo }: UndoToast): void =>
  void showActionToast(id, message, { label: translate('chat:deleted.undo'), onClick: onUndo })
