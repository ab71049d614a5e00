import type { AccountId, Modifiers } from '@atrium/contract'
import {
  IconAdjustmentsHorizontal,
  IconBooks,
  IconColumns,
  IconFiles,
  IconPaperclip,
  IconPlug,
  IconPlus,
  IconRepeat,
  IconWand,
  IconWorld,
} from '@tabler/icons-react'
import { type ReactNode, type Ref, useCallback, useState } from 'react'
import type { Comparison } from '../../../entities/models/use-comparison.ts'
import type { CallPlace } from '../../../lib/api/api-client.ts'
import { ToolMenu } from '../../../lib/tools/tool-menu.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { AttachButton } from '../../attachments/index.ts'
import { KnowledgeTool, type useAskedBases } from '../../knowledge-bases/index.ts'
import styles from './composer.module.css'
import { CustomiseButton } from './customise-button.tsx'
import { ImproveButton } from './improve-button.tsx'
import type { QuestionToRepeat } from '../../schedules/index.ts'
import { RepeatButton } from './repeat-button.tsx'
import { RoomFilesSwitch } from './tools/room-files-switch.tsx'
import type { ComposerOpeners } from './use-composer-actions.ts'
import type { RoomFiles } from './tools/use-room-files.ts'
import type { ServerToolsSwitch } from './tools/use-server-tools.ts'
import type { WebSearchSwitch as WebSwitch } from './tools/use-web-search.ts'
import { ServerToolsButton, WebSearchSwitch } from './tools/web-search-switch.tsx'

export type ComposerToolsProps = {
  accountId: AccountId
  /** The room whose rules apply. */
  place: CallPlace
  question: string
  modelId: string
  modifiers: Modifiers
  onCustomise: (modifiers: Modifiers) => void
  roomFiles: RoomFiles
  web: WebSwitch
  serverTools: ServerToolsSwitch
  asked: ReturnType<typeof useAskedBases>
  /** Whether the plan has knowledge bases. */
  knowsMore: boolean
  onFiles: (files: readonly File[]) => void
  onReword: (question: string) => void
  /** Returns the written question, to repeat it. */
  readQuestion: () => QuestionToRepeat
  openers: ComposerOpeners
  comparison: Pick<Comparison, 'isOffered' | 'isOn'>
}

/** The tools in a row: web, files of the room, knowledge bases, attachments, a better question, repetition (not of pictures). */
export function ComposerTools({
  isDrawing,
  knowledgeRef,
  ...props
}: ComposerToolsProps & { isDrawing: boolean; knowledgeRef?: Ref<(() => void) | null> }) {
  const { accountId, place, question, modelId, modifiers, roomFiles, web, asked, openers } = props
  return (
    <>
      <WebSearchSwitch web={web} />
      <ServerToolsButton tools={props.serverTools} />
      <RoomFilesSwitch files={roomFiles} />
      <KnowledgeTool
        accountId={accountId}
        asked={asked}
        isAllowed={props.knowsMore}
        {...(knowledgeRef && { openRef: knowledgeRef })}
      />
      <AttachButton onFiles={props.onFiles} openRef={openers.attach} />
      <ImproveButton
        place={place}
        question={question}
        how={{ modelId, modifiers }}
        onAccept={props.onReword}
        openRef={openers.improve}
      />
      {!isDrawing && (
        <RepeatButton
          place={place}
          read={props.readQuestion}
          hasQuestion={question.trim() !== ''}
          openRef={openers.repeat}
        />
      )}
    </>
  )
}

/** 'Customize Answer'; not for models that make pictures, which take no modifiers. */
export const CustomiseTool = ({ modifiers, onCustomise, openers }: ComposerToolsProps) => (
  <CustomiseButton modifiers={modifiers} onCustomise={onCustomise} openRef={openers.customise} />
)

/**
 * The tools where space is limited: one menu before the choices. The tools themselves are rendered but hidden, with the dialogs that the
 * menu opens.
 */
export function FoldedTools({
  isDrawing,
  children,
  ...props
}: ComposerToolsProps & { isDrawing: boolean; children: ReactNode }) {
  const { t } = useTranslation(['chat', 'attachments', 'models'])
  const { question, roomFiles, web, serverTools, openers, comparison } = props
  const [openKnowledge, setOpenKnowledge] = useState<(() => void) | null>(null)
  // React calls functions passed to a setter: wraps it.
  const keepKnowledgeOpener = useCallback((open: (() => void) | null) => setOpenKnowledge(() => open), [])
  const items = [
    { label: t('attachments:add'), icon: IconPaperclip, onClick: () => openers.attach.current?.() },
    ...(openKnowledge ? [{ label: t('composer.knowledge'), icon: IconBooks, onClick: openKnowledge }] : []),
    ...(comparison.isOffered && !comparison.isOn
      ? [{ label: t('models:compare.title'), icon: IconColumns, onClick: () => openers.compare.current?.() }]
      : []),
    ...(web.isOffered
      ? [{ label: t('composer.web'), icon: IconWorld, checked: web.isOn, onClick: web.toggle }]
      : []),
    ...(serverTools.isOffered
      ? [
          {
            label: t('composer.tools'),
            icon: IconPlug,
            checked: serverTools.isOn,
            onClick: serverTools.toggle,
          },
        ]
      : []),
    ...(roomFiles.count === 0
      ? []
      : [
          {
            label: t('composer.roomFiles'),
            icon: IconFiles,
            checked: roomFiles.isOn,
            onClick: roomFiles.toggle,
          },
        ]),
    ...(isDrawing
      ? []
      : [
          {
            label: t('composer.customise'),
            icon: IconAdjustmentsHorizontal,
            onClick: () => openers.customise.current?.(),
          },
        ]),
    ...(question.trim() === ''
      ? []
      : [
          { label: t('composer.improve'), icon: IconWand, onClick: () => openers.improve.current?.() },
          ...(isDrawing
            ? []
            : [{ label: t('composer.repeat'), icon: IconRepeat, onClick: () => openers.repeat.current?.() }]),
        ]),
  ]
  return (
    <>
      <ToolMenu label={t('composer.more')} icon={IconPlus} look="round" items={items} />
      {children}
      <span className={styles.folded}>
        {isDrawing ? null : <CustomiseTool {...props} />}
        <ComposerTools {...props} isDrawing={isDrawing} knowledgeRef={keepKnowledgeOpener} />
      </span>
    </>
  )
}
