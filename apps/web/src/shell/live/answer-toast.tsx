import type { ChatId } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import { showActionToast } from '../../lib/toasts/toasts.ts'
import { translate } from '../../lib/translate.ts'

/** Reports that an answer has finished in another chat, with a link to it. */
export function answerToast(chatId: ChatId, title: string): void {
  const message = translate('chat:finished.told', { title })
  void showActionToast(`finished ${chatId}`, message, {
    label: translate('chat:finished.open'),
    renderRoot: (props) => <Link {...props} to="/chat/$chatId" params={{ chatId }} />,
  })
}
