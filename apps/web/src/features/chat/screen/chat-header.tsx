import { ActionIcon } from '@mantine/core'
import { IconDots, IconGitFork, IconList } from '@tabler/icons-react'
import { limits, type AccountId, type ChatDetails, type TurnId } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { TitleField } from '../../../lib/forms/title-field.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { useUser } from '../../../lib/session/use-session.ts'
import { usePageTitle } from '../../../lib/navigation/page-title.ts'
import { type ChosenDialog, ChosenDialogs } from '../../history/index.ts'
import { PresentPeople, ShareDialog, SharedMark } from '../../sharing/index.ts'
import { openChatOutline } from '../../../entities/chats/chat-outline.ts'
import { useMenuOnDemand } from '../../../lib/tools/menu-on-demand.ts'
import { chatChanges } from '../../../entities/chats/queries.ts'
import { useRoom } from '../../../entities/rooms/use-room.ts'
import { withPhrases } from '../../../lib/phrases.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { useShownTitle } from '../../../entities/chats/use-shown-title.ts'
import styles from './chat.module.css'

const loadMenu = () => import('./chat-menu.tsx')
const preloadMenu = () => void loadMenu().catch(() => {})
const ChatMenu = lazy(() => loadMenu().then((module) => ({ default: module.ChatMenu })))

const DocumentDialog = lazy(() =>
  withPhrases(import('../../knowledge-sources/index.ts'), 'knowledgeSources').then((module) => ({
    default: module.DocumentDialog,
  })),
)

const ChatCanvases = lazy(() =>
  import('./chat-canvases.tsx').then((module) => ({ default: module.ChatCanvases })),
)

type ChatHeaderProps = {
  details: ChatDetails
  accountId: AccountId
  /** The end of the branch shown. */
  lastTurnId: TurnId | null
  /** It has several questions to go to. */
  hasOutline: boolean
}

/** A chat's title, editable in place, and its menu. */
export function ChatHeader({ details, accountId, lastTurnId, hasOutline }: ChatHeaderProps) {
  const { t } = useTranslation(['chat', 'longChat', 'transfer'])
  const [isRenaming, setIsRenaming] = useState(false)
  const [dialog, setDialog] = useState<ChosenDialog>(null)
  const [isSharing, setIsSharing] = useState(false)
  const [isAddingToBase, setAddingToBase] = useState(false)
  const room = useRoom()
  const { menu, buttonProps } = useMenuOnDemand(preloadMenu)
  const { chatId, chatTitle, importedFrom, isFork, forkedFrom } = details
  const title = useShownTitle(chatTitle)
  const userId = useUser()?.id
  usePageTitle(title)
  const rename = (changed: string) => {
    setIsRenaming(false)
    if (changed !== '' && changed !== chatTitle)
      chatChanges(accountId).rename(chatId, changed).catch(showFailure)
  }
  return (
    <header className={styles.header}>
      {isRenaming ? (
        <TitleField
          className={styles.titleField}
          label={t('header.titleLabel')}
          title={chatTitle}
          maxLength={limits.chatTitleCharacters}
          onDone={rename}
        />
      ) : (
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
      )}
      {importedFrom !== null && !isRenaming && (
        <span className={styles.imported}>{t(`transfer:imported.${importedFrom}`)}</span>
      )}
      {!isRenaming && <SharedMark chat={details} />}
      {!isRenaming && details.share === 'open' && userId !== undefined && (
        <Suspense>
          <PresentPeople chatId={chatId} readerId={userId} />
        </Suspense>
      )}
      {isFork && !isRenaming && <ForkMark from={forkedFrom} />}
      {hasOutline && !isRenaming && (
        <span className={styles.headerTool}>
          <ToolButton label={t('longChat:outline.open')} icon={IconList} onClick={openChatOutline} />
        </span>
      )}
      {!isRenaming && (
        <span className={styles.headerEnd}>
          {!details.isTemporary && (
            <Suspense>
              <ChatCanvases accountId={accountId} chatId={chatId} />
            </Suspense>
          )}
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('header.menu')} {...buttonProps}>
            <IconDots size={18} stroke={1.7} />
          </ActionIcon>
        </span>
      )}
      {menu && !isRenaming && (
        <Suspense>
          <ChatMenu
            menu={menu}
            details={details}
            accountId={accountId}
            title={title}
            onRename={() => setIsRenaming(true)}
            onDialog={setDialog}
            onShare={() => setIsSharing(true)}
            onAddToBase={() => setAddingToBase(true)}
          />
        </Suspense>
      )}
      <ChosenDialogs open={dialog} accountId={accountId} chats={[details]} onClose={() => setDialog(null)} />
      {isAddingToBase && (
        <Suspense>
          <DocumentDialog
            accountId={accountId}
            room={{ id: details.roomId, name: room?.name ?? '' }}
            source={{ kind: 'chat', chatId }}
            title={title}
            isShared={details.share !== 'none'}
            onClose={() => setAddingToBase(false)}
          />
        </Suspense>
      )}
      {isSharing && (
        <Suspense>
          <ShareDialog
            accountId={accountId}
            chat={details}
            lastTurnId={lastTurnId}
            onClose={() => setIsSharing(false)}
          />
        </Suspense>
      )}
    </header>
  )
}

/** Shows that the chat is a fork, with a link to the original while it exists. */
function ForkMark({ from }: { from: ChatDetails['forkedFrom'] }) {
  const { t } = useTranslation('longChat')
  const content = (
    <>
      <IconGitFork size={13} stroke={1.8} aria-hidden="true" /> {t('fork.mark')}
    </>
  )
  if (from === null) return <span className={styles.imported}>{content}</span>
  return (
    <Link
      to="/chat/$chatId"
      params={{ chatId: from.chatId }}
      search={{ turn: from.turnId }}
      className={styles.imported}
      data-hint={t('fork.original')}
    >
      {content}
    </Link>
  )
}
