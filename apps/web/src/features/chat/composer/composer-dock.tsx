import { type Attachment, limits, type Mention, type Modifiers } from '@atrium/contract'
import {
  IconAdjustmentsHorizontal,
  IconBooks,
  IconFiles,
  IconPaperclip,
  IconPlus,
  IconWand,
  IconWorld,
} from '@tabler/icons-react'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type Ref,
} from 'react'
import { useUserInfo } from '../../../lib/session/use-session.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { useNarrowScreen } from '../../../lib/wide-screen.ts'
import {
  AttachButton,
  FileTiles,
  UnseeingNote,
  unseeingModel,
  useChosenFiles,
  WindowDrop,
} from '../../attachments/index.ts'
import { filesOf, type QuestionFile } from '../../../entities/files/question-file.ts'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { newQuestion } from '../../../entities/turns/asked-here.ts'
import { queueInChat } from '../../../entities/chats/queue.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { mayStopAnswer } from '../../../entities/turns/turn-rights.ts'
import { questionText } from '../../../entities/turns/pasted-text.ts'
import { PastedTiles } from '../../composing/index.ts'
import { moveAsked } from '../../../entities/files/asked-bases.ts'
import { AskedKnowledge, KnowledgeTool, useAskedBases } from '../../knowledge-bases/index.ts'
import { ModelPicker } from '../../models/index.ts'
import type { ModelChoice } from '../../../entities/models/use-model-choice.ts'
import { PictureControls, type PictureChoice } from '../../pictures/index.ts'
import { Composer } from './composer.tsx'
import { CustomiseButton } from './customise-button.tsx'
import { useFirstName } from '../screen/greeted.ts'
import { ImproveButton } from './improve-button.tsx'
import { preloadTranscript } from '../screen/lazy-transcript.tsx'
import { BelowStarters, Greeting, Starters, WaitingStarters } from '../screen/new-chat-welcome.tsx'
import { QuestionEstimate } from './question-estimate.tsx'
import { RoomFilesNote, RoomFilesSwitch } from './room-files-switch.tsx'
import { QueuedList } from './queued-list.tsx'
import styles from './composer.module.css'
import type { QueuedQuestion } from './queued-questions.ts'
import { ToolMenu } from '../../../lib/tools/tool-menu.tsx'
import { StyleSwitch } from './style-switch.tsx'
import { useComposerActions, useComposerOpeners } from './use-composer-actions.ts'
import type { Conversation, ConversationPlace } from '../screen/use-conversation.ts'
import { useQuestionDraft } from './use-question-draft.ts'
import { useTemplates } from './use-templates.tsx'
import { useQueuedQuestions } from './use-queued-questions.ts'
import type { RoomFiles } from './use-room-files.ts'
import type { WebSearchSwitch as WebSwitch } from './use-web-search.ts'
import { WebSearchNote, WebSearchSwitch } from './web-search-switch.tsx'

const TypingSuggestions = lazy(() =>
  import('./typing-suggestions.tsx').then((module) => ({ default: module.TypingSuggestions })),
)
const SuggestedTemplates = lazy(() =>
  import('../screen/suggested-templates.tsx').then((module) => ({ default: module.SuggestedTemplates })),
)

/** How others reach the composer. */
export type ComposerHandle = {
  /** Puts a text into the composer and focuses it. */
  compose: (text: string, attachments?: readonly QuestionFile[], mentions?: readonly Mention[]) => void
  /** Attaches a generated picture to the next question. */
  attach: (attachment: Attachment, bytes: Blob) => void
  /** Puts a question back before the draft, to edit it. */
  takeBack: (question: Omit<QueuedQuestion, 'id'>) => void
}

type ComposerDockProps = {
  place: ConversationPlace & { isRoomKnown: boolean }
  conversation: Conversation
  choice: ModelChoice
  pictureChoice: PictureChoice
  modifiers: Modifiers
  roomFiles: RoomFiles
  web: WebSwitch
  onCustomise: (modifiers: Modifiers) => void
  /** Called after a question was sent. */
  onAsked: () => void
  ref: Ref<ComposerHandle>
}

/**
 * The composer with its draft, queued questions and, in an empty chat, the greeting. The draft is state of this component, so
 * that typing doesn't render the conversation again.
 */
export function ComposerDock({
  place,
  conversation,
  choice,
  pictureChoice,
  modifiers,
  roomFiles,
  web,
  onCustomise,
  onAsked,
  ref,
}: ComposerDockProps) {
  const { t } = useTranslation(['chat', 'errors', 'attachments', 'composing'])
  const { chatId, isNew, accountId, roomId, isRoomKnown } = place
  const askedInRoom = place.details?.roomId ?? roomId
  const { last, lastTurnId, answering, askQuestion, stop, isStopping, hasSharedQueue } = conversation
  const draftName = isNew ? `new.${accountId}` : chatId
  const draft = useQuestionDraft(draftName, choice.models)
  const { question } = draft
  const input = useRef<HTMLTextAreaElement>(null)
  const firstName = useFirstName()
  const isEmpty = lastTurnId === null
  const hasStarted = question.text !== '' || question.pasted.length > 0
  useEffect(() => {
    if (hasStarted) preloadTranscript()
  }, [hasStarted])

  const files = useChosenFiles(draftName)
  const asked = useAskedBases(draftName)
  const knowsMore = useAccount()?.subscriptionPlan.rag_allowed ?? false
  const compose: ComposerHandle['compose'] = (text, attachments = [], mentions = []) => {
    draft.replace(text, mentions)
    files.chosen.restore(attachments)
    input.current?.focus()
  }
  useImperativeHandle(ref, () => ({
    compose,
    attach: (attachment, bytes) => {
      files.attach(attachment, bytes)
      input.current?.focus()
    },
    takeBack: (question) => {
      takeBack([question])
      input.current?.focus()
    },
  }))
  const { style, rememberAsked, chooseModel } = choice
  const modelId = draft.namedModelId ?? choice.modelId
  const { making, options } = pictureChoice
  const usesRoomFiles = roomFiles.isOn
  const usesWeb = web.isOffered && web.isOn
  const how = { modelId, style, modifiers, pictureOptions: options ?? undefined, usesRoomFiles, usesWeb }
  const unseeing = files.pictureCount === 0 ? null : unseeingModel(choice.models, modelId)
  const send = ({ text, mentions, attachments, template }: Omit<QueuedQuestion, 'id'>) => {
    rememberAsked()
    const named = mentions.findLast(({ kind }) => kind === 'model')?.id
    moveAsked(draftName, chatId)
    askQuestion(
      text,
      lastTurnId,
      { ...how, modelId: named ?? choice.modelId, template },
      attachments,
      mentions,
    )
    onAsked()
  }
  const takeBack = (questions: readonly Omit<QueuedQuestion, 'id'>[]) => {
    draft.putBefore(questions)
    files.chosen.restore(questions.flatMap(({ attachments }) => attachments))
  }
  const relation = place.details?.relation ?? 'owner'
  const mayStop = answering !== null && mayStopAnswer(relation, answering.askedById === place.author.id)
  const waitingQuestions = useQueuedQuestions({
    chatId,
    last,
    isAnswering: answering !== null,
    onSend: send,
    onReturn: takeBack,
  })
  const { queue } = waitingQuestions
  const text = useMemo(() => questionText(question), [question])
  const sendOrQueue = () => {
    const template = templates.take()
    const written = {
      text,
      mentions: draft.sound,
      attachments: files.chosen.take(),
      ...(template && { template }),
    }
    draft.clear()
    if (answering === null) send(written)
    else if (hasSharedQueue) queueForAll(written)
    else waitingQuestions.add(written)
  }
  const queueForAll = (written: Omit<QueuedQuestion, 'id'>) => {
    const { text, mentions, attachments } = written
    const named = mentions.findLast(({ kind }) => kind === 'model')?.id
    const baseIds = asked.bases.map(({ id }) => id)
    const question = newQuestion({
      ...{ chatId, parentTurnId: lastTurnId, text, attachments, mentions, baseIds, author: place.author },
      ...{ ...how, modelId: named ?? choice.modelId },
    })
    rememberAsked()
    moveAsked(draftName, chatId)
    queueInChat(accountId, question).catch((error: unknown) => {
      showFailure(error)
      takeBack([written])
    })
  }
  const editQueued = (queued: QueuedQuestion) => {
    waitingQuestions.remove(queued.id)
    takeBack([queued])
    input.current?.focus()
  }
  const sendNow = (id: string) => {
    waitingQuestions.putFirst(id)
    if (mayStop) stopAnswer()
  }
  const stopAnswer = () => {
    const comesBack = answering === null ? null : stop(answering.turnId)
    if (comesBack === null) return
    const { question: returned } = comesBack
    compose(returned.text, filesOf(returned), returned.mentions)
  }
  const missingRoom = isNew && roomId === null ? t('errors:ROOM_REQUIRED') : null
  const openers = useComposerOpeners()
  const hasWords = /^\/\S*\s+\S/.test(question.text)
  const actions = useComposerActions({ choice, openers, roomFiles, web, isNew, hasWords })
  const { forgetModel } = draft
  const replaceWithUndo = (replacement: string) => {
    const { text: before, mentions } = question
    draft.replace(replacement, [])
    if (before.trim() === '') return
    void import('../../../lib/toasts/undo-toast.ts').then(({ showUndoToast }) =>
      showUndoToast({
        id: 'template replaced',
        message: t('composing:templates.replaced'),
        onUndo: () => draft.replace(before, mentions),
      }),
    )
  }
  const templates = useTemplates({
    accountId,
    isNew,
    choice,
    modifiers,
    onCustomise,
    onInsert: (inserted, at) => {
      if (at !== 'all') draft.insert(inserted, at)
      else replaceWithUndo(inserted)
      return at === 'all' ? inserted.length : at + inserted.length
    },
    input,
  })
  const wantsSuggestions = useUserInfo()?.suggestsTemplates ?? false
  // Loads the row with the first words that are worth a search.
  const suggests = wantsSuggestions && question.text.trim().length >= limits.minPromptSuggestionCharacters
  const isNarrow = useNarrowScreen()
  const [openKnowledge, setOpenKnowledge] = useState<(() => void) | null>(null)
  // React calls functions passed to a setter: wraps it.
  const keepKnowledgeOpener = useCallback((open: (() => void) | null) => setOpenKnowledge(() => open), [])
  const customise = (
    <CustomiseButton modifiers={modifiers} onCustomise={onCustomise} openRef={openers.customise} />
  )
  const tools = (
    <>
      <WebSearchSwitch web={web} />
      <RoomFilesSwitch files={roomFiles} />
      <KnowledgeTool
        accountId={accountId}
        asked={asked}
        isAllowed={knowsMore}
        openRef={keepKnowledgeOpener}
      />
      <AttachButton onFiles={files.add} openRef={openers.attach} />
      <ImproveButton
        place={{ accountId, roomId: askedInRoom }}
        question={question.text}
        how={{ modelId, modifiers }}
        onAccept={draft.reword}
        openRef={openers.improve}
      />
    </>
  )
  const knowledge = openKnowledge && {
    label: t('composer.knowledge'),
    icon: IconBooks,
    onClick: openKnowledge,
  }
  const narrowTools = [
    { label: t('attachments:add'), icon: IconPaperclip, onClick: () => openers.attach.current?.() },
    ...(knowledge ? [knowledge] : []),
    ...(web.isOffered
      ? [{ label: t('composer.web'), icon: IconWorld, checked: web.isOn, onClick: web.toggle }]
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
    ...(making
      ? []
      : [
          {
            label: t('composer.customise'),
            icon: IconAdjustmentsHorizontal,
            onClick: () => openers.customise.current?.(),
          },
        ]),
    ...(question.text.trim() === ''
      ? []
      : [{ label: t('composer.improve'), icon: IconWand, onClick: () => openers.improve.current?.() }]),
  ]

  // Stable while typing: the picker is the most expensive part to render.
  const choices = useMemo(
    () => (
      <>
        <ModelPicker
          accountId={accountId}
          models={choice.models}
          hasFailed={choice.hasFailed}
          onRetry={choice.reload}
          selectedId={modelId}
          onChoose={(chosen) => {
            forgetModel()
            choice.chooseModel(chosen)
          }}
          openRef={openers.model}
        />
        {making && options ? (
          <PictureControls making={making} options={options} onChoose={pictureChoice.choose} />
        ) : (
          <>
            <StyleSwitch style={choice.style} onChoose={choice.chooseStyle} />
          </>
        )}
      </>
    ),
    [accountId, choice, modelId, making, options, pictureChoice, forgetModel, openers],
  )

  return (
    <>
      {isEmpty && <Greeting firstName={firstName} />}
      {queue.length > 0 && (
        <QueuedList
          queue={queue}
          onEdit={editQueued}
          onRemove={waitingQuestions.remove}
          onSendNow={sendNow}
          ask={waitingQuestions.isAsking ? { onSend: waitingQuestions.sendNext } : null}
        />
      )}
      {unseeing !== null && choice.models !== null && (
        <UnseeingNote
          model={unseeing}
          models={choice.models}
          onSwitch={(seeing) => {
            forgetModel()
            chooseModel(seeing)
          }}
        />
      )}
      <WindowDrop onFiles={files.add} />
      <Composer
        question={question}
        onChange={draft.write}
        onSend={sendOrQueue}
        place={{ accountId, roomId: askedInRoom }}
        actions={actions}
        onBase={knowsMore ? asked.add : undefined}
        onTemplate={templates.use}
        placeholder={t(isEmpty ? 'composer.placeholder' : 'composer.placeholder.followUp')}
        stop={answering === null || !mayStop ? null : { onStop: stopAnswer, isStopping }}
        waiting={isRoomKnown ? (missingRoom ?? files.waiting) : t('composer.roomAwaited')}
        isWaitShort={!isRoomKnown}
        isBlocked={unseeing !== null}
        tiles={
          <>
            <AskedKnowledge asked={asked} isAllowed={knowsMore} />
            <FileTiles chosen={files.chosen} />
            <PastedTiles pasted={question.pasted} onChange={draft.keepPasted} onUnfold={draft.unfold} />
          </>
        }
        onPasteFiles={files.add}
        onPasteLong={draft.addPasted}
        inputRef={input}
        choices={
          isNarrow ? (
            <>
              <ToolMenu label={t('composer.more')} icon={IconPlus} look="round" items={narrowTools} />
              {choices}
              <span className={styles.folded}>
                {making ? null : customise}
                {tools}
              </span>
            </>
          ) : (
            <>
              {choices}
              {making ? null : customise}
            </>
          )
        }
        tools={isNarrow ? null : tools}
        figures={
          <>
            <WebSearchNote web={web} />
            <RoomFilesNote files={roomFiles} />
            {suggests && (
              <Suspense>
                <TypingSuggestions
                  place={{ accountId, roomId: askedInRoom }}
                  text={question.text}
                  onTake={(hit) => templates.use(hit, 'all')}
                />
              </Suspense>
            )}
            <QuestionEstimate
              place={{ accountId, roomId: askedInRoom, chatId, parentTurnId: lastTurnId }}
              details={place.details}
              last={last}
              contextLimit={choice.models?.find((model) => model.modelId === modelId)?.contextLimit ?? null}
              text={text}
              pictures={files.pictureCount}
              documents={files.documentIds}
              how={how}
            />
          </>
        }
      />
      {templates.dialog}
      {isEmpty && isRoomKnown && (
        <Suspense fallback={<WaitingStarters />}>
          <SuggestedTemplates
            place={{ accountId, roomId: askedInRoom }}
            onTake={(hit) => templates.use(hit, 'all')}
            fallback={<Starters onChoose={compose} />}
          />
        </Suspense>
      )}
      {isEmpty && !isRoomKnown && <WaitingStarters />}
      {isEmpty && <BelowStarters models={choice.models} modelId={modelId} />}
    </>
  )
}
