import { blocksOf, documentOf } from '@atrium/canvas'
import { type AccountId, type Canvas, includesAccess, limits } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconBooks,
  IconBookUpload,
  IconCheck,
  IconCloudOff,
  IconCopy,
  IconDots,
  IconFileTypeDocx,
  IconFileTypeHtml,
  IconHistory,
  IconMarkdown,
  IconMessageQuestion,
  IconMessages,
  IconPencil,
  IconPrinter,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { canvasChanges } from '../../../entities/canvases/canvases.ts'
import { withPhrases } from '../../../lib/phrases.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { TitleField } from '../../../lib/forms/title-field.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { deleteCanvasWithUndo } from '../delete-canvas.ts'
import { nameOfCopy } from '../list/canvas-row.tsx'
import type { Pictures } from '../pictures/use-pictures.ts'
import { exportDocx, exportHtml, exportMarkdown } from './export-canvas.ts'
import { usePeople } from './use-people.ts'
import type { CanvasSession, SaveState } from './use-canvas-session.ts'
import styles from './editor.module.css'

const CanvasDialogs = lazy(() =>
  import('../canvas-dialogs.tsx').then((module) => ({ default: module.CanvasDialogs })),
)

const VersionsDialog = lazy(() =>
  withPhrases(import('../versions/versions-dialog.tsx'), 'conversation', 'history').then((module) => ({
    default: module.VersionsDialog,
  })),
)

const KnowledgeDialog = lazy(() =>
  withPhrases(import('../knowledge/knowledge-dialog.tsx'), 'knowledgeBases', 'contextFiles').then(
    (module) => ({ default: module.KnowledgeDialog }),
  ),
)

const DocumentDialog = lazy(() =>
  withPhrases(import('../../knowledge-sources/index.ts'), 'knowledgeSources').then((module) => ({
    default: module.DocumentDialog,
  })),
)

type CanvasHeaderProps = {
  accountId: AccountId
  canvas: Canvas
  state: SaveState
  session: CanvasSession | null
  editor: Editor | null
  pictures: Pictures
  isWide: boolean
  isChatShown: boolean
  /** Puts the canvas into a question. */
  onAsk: () => void
  /** Further tools beside the title. */
  tools?: ReactNode
}

/** Title, save state, people present, sharing and the menu of a canvas. */
export function CanvasHeader(props: CanvasHeaderProps) {
  const { accountId, canvas, state, session, isWide, isChatShown } = props
  const { t } = useTranslation('canvases')
  const [isRenaming, setRenaming] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const [showsVersions, setShowsVersions] = useState(false)
  const [isAddingToBase, setAddingToBase] = useState(false)
  const [showsKnowledge, setShowsKnowledge] = useState(false)
  const people = usePeople(session)
  const { canvasId, title, share, access } = canvas
  const rename = (changed: string) => {
    setRenaming(false)
    if (changed !== '' && changed !== title)
      canvasChanges(accountId).rename(canvasId, changed).catch(showFailure)
  }
  return (
    <header className={styles.header}>
      <div className={styles.headline}>
        {isRenaming ? (
          <TitleField
            className={styles.titleField}
            label={t('rename.label')}
            title={title}
            maxLength={limits.canvasTitleCharacters}
            onDone={rename}
          />
        ) : !includesAccess(access, 'edit') ? (
          <h1 className={styles.title} dir="auto">
            {title}
          </h1>
        ) : (
          <h1 className={styles.title}>
            <button
              type="button"
              className={styles.titleButton}
              dir="auto"
              data-hint={t('rename.title')}
              onClick={() => setRenaming(true)}
            >
              {title}
            </button>
          </h1>
        )}
        <SavedMark state={state} />
      </div>
      <div className={styles.headTools}>
        {props.tools}
        <ul className={styles.people} aria-label={t('people.label')}>
          {people.slice(0, 5).map(({ id, name, color }) => (
            <li key={id} data-hint={name} style={{ borderColor: color }}>
              <Avatar name={name} size={26} />
            </li>
          ))}
        </ul>
        {canvas.chatId !== null && isWide && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconMessages size={16} stroke={1.7} aria-hidden="true" />}
            renderRoot={(link) => (
              <Link
                {...link}
                to="/canvas/$canvasId"
                params={{ canvasId }}
                search={isChatShown ? {} : { chat: true }}
                replace
              />
            )}
          >
            {t(isChatShown ? 'chat.hide' : 'chat.show')}
          </Button>
        )}
        {access === 'manage' && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconUsers size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => setSharing(true)}
          >
            {share === 'none' ? t('menu.share') : t(`mark.${share}`)}
          </Button>
        )}
        <CanvasMenu
          {...props}
          onRename={() => setRenaming(true)}
          onVersions={() => setShowsVersions(true)}
          onKnowledge={() => setShowsKnowledge(true)}
          onAddToBase={() => setAddingToBase(true)}
        />
      </div>
      <Suspense>
        {isSharing && (
          <CanvasDialogs
            dialog="share"
            accountId={accountId}
            canvas={canvas}
            onClose={() => setSharing(false)}
          />
        )}
        {showsKnowledge && (
          <KnowledgeDialog accountId={accountId} canvas={canvas} onClose={() => setShowsKnowledge(false)} />
        )}
        {isAddingToBase && (
          <DocumentDialog
            accountId={accountId}
            room={canvas.room}
            source={{ kind: 'canvas', canvasId }}
            title={title}
            isShared={share !== 'none'}
            onClose={() => setAddingToBase(false)}
          />
        )}
        {showsVersions && session && (
          <VersionsDialog
            accountId={accountId}
            canvas={canvas}
            presentBlocks={() => blocksOf(documentOf(session.doc))}
            onClose={() => setShowsVersions(false)}
          />
        )}
      </Suspense>
    </header>
  )
}

function SavedMark({ state }: { state: SaveState }) {
  const { t } = useTranslation('canvases')
  return (
    <span className={styles.saved} data-state={state} role="status">
      {state === 'saved' && <IconCheck size={14} stroke={2} aria-hidden="true" />}
      {state === 'offline' && <IconCloudOff size={14} stroke={1.8} aria-hidden="true" />}
      {t(`state.${state}`)}
    </span>
  )
}

function CanvasMenu({
  accountId,
  canvas,
  session,
  editor,
  pictures,
  onRename,
  onVersions,
  onKnowledge,
  onAddToBase,
  onAsk,
}: CanvasHeaderProps & {
  onRename: () => void
  onVersions: () => void
  onKnowledge: () => void
  onAddToBase: () => void
}) {
  const { t } = useTranslation('canvases')
  const navigate = useNavigate()
  const hasKnowledge = useAccount()?.subscriptionPlan.rag_allowed ?? false
  const { canvasId, title, access, chatId } = canvas
  const duplicate = async () => {
    try {
      const name = nameOfCopy(title, t('duplicate.name', { title }))
      const made = await canvasChanges(accountId).duplicate(canvasId, name)
      await navigate({ to: '/canvas/$canvasId', params: { canvasId: made.canvasId } })
    } catch (error) {
      showFailure(error)
    }
  }
  const remove = async () => {
    // Leaves first: an open canvas would be requested again, but no longer exists.
    await navigate({ to: '/canvas' })
    await deleteCanvasWithUndo(accountId, canvas)
  }
  return (
    <Menu position="bottom-end" classNames={{ item: styles.menuItem ?? '' }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('menu.open')}>
          <IconDots size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconMessageQuestion size={16} stroke={1.7} />} onClick={onAsk}>
          {t('menu.ask')}
        </Menu.Item>
        {includesAccess(access, 'edit') && (
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} onClick={onRename}>
            {t('menu.rename')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={16} stroke={1.7} />} onClick={() => void duplicate()}>
          {t('menu.duplicate')}
        </Menu.Item>
        {chatId !== null && (
          <Menu.Item
            leftSection={<IconMessages size={16} stroke={1.7} />}
            renderRoot={(link) => <Link {...link} to="/chat/$chatId" params={{ chatId }} />}
          >
            {t('chat.open')}
          </Menu.Item>
        )}
        {includesAccess(access, 'edit') && session && (
          <Menu.Item leftSection={<IconHistory size={16} stroke={1.7} />} onClick={onVersions}>
            {t('menu.versions')}
          </Menu.Item>
        )}
        {hasKnowledge && (
          <Menu.Item leftSection={<IconBooks size={16} stroke={1.7} />} onClick={onKnowledge}>
            {t('menu.knowledge')}
          </Menu.Item>
        )}
        {access === 'manage' && (
          <Menu.Item leftSection={<IconBookUpload size={16} stroke={1.7} />} onClick={onAddToBase}>
            {t('menu.addToBase')}
          </Menu.Item>
        )}
        {session && editor && (
          <>
            <Menu.Item
              leftSection={<IconMarkdown size={16} stroke={1.7} />}
              onClick={() => exportMarkdown(title, session.doc)}
            >
              {t('menu.markdown')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconFileTypeDocx size={16} stroke={1.7} />}
              onClick={() => void exportDocx(title, session.doc, pictures.load).catch(showFailure)}
            >
              {t('menu.docx')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconFileTypeHtml size={16} stroke={1.7} />}
              onClick={() => void exportHtml(title, editor, pictures.load).catch(showFailure)}
            >
              {t('menu.html')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPrinter size={16} stroke={1.7} />} onClick={() => print()}>
              {t('menu.print')}
            </Menu.Item>
          </>
        )}
        {access === 'manage' && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.7} />}
            onClick={() => void remove()}
          >
            {t('menu.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
