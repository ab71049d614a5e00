import { Menu } from '@mantine/core'
import {
  IconFileText,
  IconGitFork,
  IconLink,
  IconListSearch,
  IconRepeat,
  IconTemplate,
} from '@tabler/icons-react'
import { answerText, type RoomId, type Turn } from '@atrium/contract'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from '../../../lib/translate.ts'
import { dateLocale } from '../../../lib/text/date-locale.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { AskedMenu } from '../../../lib/tools/asked-menu.tsx'
import { canvasFromAnswer } from '../../../entities/canvases/canvas-from-answer.ts'
import { openChatFind } from '../../../entities/chats/chat-find.ts'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import { useRunningAnswer } from '../../../entities/chats/live-answers.ts'
import type { AskedMenu as Asked } from '../../../lib/tools/menu-on-demand.ts'
import { chatChanges } from '../../../entities/chats/queries.ts'
import { showError } from '../../../lib/toasts/show-error.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import styles from './turn.module.css'

type TurnMenuListProps = {
  menu: Asked
  turn: Turn
  /** Saves the question as a template, or repeats it. */
  onOpen: (dialog: 'template' | 'schedule') => void
}

/** The items of a turn's menu, below the times of its question and answer. */
export function TurnMenuList({ menu, turn, onOpen }: TurnMenuListProps) {
  const { t } = useTranslation('longChat')
  const { chatId, accountId, roomId, isTemporary } = useConversationActions()
  const text = turn.state === 'open' ? '' : answerText(turn.parts)
  const running = useRunningAnswer(turn.turnId)
  const navigate = useNavigate()
  const router = useRouter()
  // A refused question is in no chat, and nothing outlives a temporary chat.
  const isKept = !isTemporary && (running === null || running.refusal === null)
  const fork = async () => {
    try {
      const made = await chatChanges(accountId).fork(chatId, turn.turnId)
      await navigate({ to: '/chat/$chatId', params: { chatId: made.chatId } })
      void showToast(t('fork.done'), 'good')
    } catch (error) {
      showFailure(error)
    }
  }
  const openCanvas = async (inRoom: RoomId, markdown: string) => {
    try {
      const question = turn.question.text
      const { canvasId } = await canvasFromAnswer(accountId, {
        chatId,
        roomId: inRoom,
        markdown,
        question,
      })
      await navigate({ to: '/canvas/$canvasId', params: { canvasId }, search: { chat: true } })
    } catch (error) {
      showFailure(error)
    }
  }
  const copyLink = async () => {
    const { href } = router.buildLocation({
      to: '/chat/$chatId',
      params: { chatId },
      search: { turn: turn.turnId },
    })
    try {
      await navigator.clipboard.writeText(new URL(href, location.origin).href)
      void showToast(t('turn.linkCopied'), 'good')
    } catch {
      showError('chat:action.copyFailed')
    }
  }
  return (
    <AskedMenu menu={menu} position="bottom-start">
      <Menu.Item disabled className={styles.moments}>
        <When phrase="turn.asked" at={turn.question.askedAt} />
        {turn.endedAt !== null && <When phrase="turn.answered" at={turn.endedAt} />}
      </Menu.Item>
      {isKept && turn.state !== 'open' && (
        <Menu.Item leftSection={<IconGitFork size={16} stroke={1.7} />} onClick={() => void fork()}>
          {t('turn.fork')}
        </Menu.Item>
      )}
      {isKept && turn.question.text !== '' && (
        <Menu.Item leftSection={<IconTemplate size={16} stroke={1.7} />} onClick={() => onOpen('template')}>
          {t('turn.saveQuestion')}
        </Menu.Item>
      )}
      {isKept && turn.question.text !== '' && roomId !== null && (
        <Menu.Item leftSection={<IconRepeat size={16} stroke={1.7} />} onClick={() => onOpen('schedule')}>
          {t('turn.repeat')}
        </Menu.Item>
      )}
      {isKept && text !== '' && roomId !== null && (
        <Menu.Item
          leftSection={<IconFileText size={16} stroke={1.7} />}
          onClick={() => void openCanvas(roomId, text)}
        >
          {t('turn.openCanvas')}
        </Menu.Item>
      )}
      {isKept && turn.question.text !== '' && roomId !== null && (
        <Menu.Item
          leftSection={<IconFileText size={16} stroke={1.7} />}
          onClick={() => void openCanvas(roomId, turn.question.text)}
        >
          {t('turn.openQuestionCanvas')}
        </Menu.Item>
      )}
      {isKept && (
        <Menu.Item leftSection={<IconLink size={16} stroke={1.7} />} onClick={() => void copyLink()}>
          {t('turn.copyLink')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconListSearch size={16} stroke={1.7} />} onClick={openChatFind}>
        {t('find.open')}
      </Menu.Item>
    </AskedMenu>
  )
}

/** A moment in full, by the locale and the time zone of the reader. */
function When({ phrase, at }: { phrase: 'turn.asked' | 'turn.answered'; at: string }) {
  const { t } = useTranslation('longChat')
  const format = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <time dateTime={at} className={styles.moment}>
      {t(phrase, { moment: format.format(new Date(at)) })}
    </time>
  )
}
