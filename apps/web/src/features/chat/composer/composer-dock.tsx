import type { Attachment, CanvasId, Mention, Model, Modifiers } from '@atrium/contract'
import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react'
import { jobOptions } from '../../../entities/agent-jobs/job-options.ts'
import { useStore } from '../../../lib/store.ts'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { useTypingNotes } from '../../../entities/chats/presence.ts'
import type { QuestionFile } from '../../../entities/files/question-file.ts'
import type { Comparison } from '../../../entities/models/use-comparison.ts'
import type { ModelChoice } from '../../../entities/models/use-model-choice.ts'
import { newDraftName } from '../../../entities/turns/composer-draft.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { useNarrowScreen } from '../../../lib/wide-screen.ts'
import { FileTiles, UnseeingNote, modelWithoutVision, WindowDrop } from '../../attachments/index.ts'
import { PastedTiles } from '../../composing/index.ts'
import { AskedKnowledge, useAskedBases } from '../../knowledge-bases/index.ts'
import type { PictureChoice } from '../../pictures/index.ts'
import { AskedCanvases } from '../canvases/asked-canvases.tsx'
import { useFirstName } from '../screen/greeted.ts'
import { preloadTranscript } from '../screen/lazy-transcript.tsx'
import { NewChatStarters } from '../screen/new-chat-starters.tsx'
import { Greeting } from '../screen/new-chat-welcome.tsx'
import type { Conversation, ConversationPlace } from '../screen/use-conversation.ts'
import { Composer } from './composer.tsx'
import { ComposerChoices } from './composer-choices.tsx'
import { ComposerTools, CustomiseTool, FoldedTools } from './composer-tools.tsx'
import { ComposerFigures } from './figures/composer-figures.tsx'
import { QueuedList } from './queue/queued-list.tsx'
import { useComposerActions, useComposerOpeners } from './use-composer-actions.ts'
import { useComposerDraft, type WrittenQuestion } from './use-composer-draft.ts'
import type { RoomFiles } from './tools/use-room-files.ts'
import { usePictureToUse } from './use-picture-to-use.ts'
import { useSending } from './use-sending.ts'
import { useTemplates } from './use-templates.tsx'
import type { ServerToolsSwitch } from './tools/use-server-tools.ts'
import type { WebSearchSwitch } from './tools/use-web-search.ts'

/** Actions on the composer for other components. */
export type ComposerHandle = {
  /** Puts a text into the composer and focuses it. */
  compose: (
    text: string,
    attachments?: readonly QuestionFile[],
    mentions?: readonly Mention[],
    canvasIds?: readonly CanvasId[],
  ) => void
  /** Attaches a generated picture to the next question. */
  attach: (attachment: Attachment, bytes: Blob) => void
  /** Puts a question back before the draft, to edit it. */
  takeBack: (question: WrittenQuestion) => void
}

type ComposerDockProps = {
  place: ConversationPlace & { isRoomKnown: boolean }
  conversation: Conversation
  choice: ModelChoice
  comparison: Comparison
  pictureChoice: PictureChoice
  modifiers: Modifiers
  roomFiles: RoomFiles
  web: WebSearchSwitch
  serverTools: ServerToolsSwitch
  onCustomise: (modifiers: Modifiers) => void
  /** Shows above the field how a new chat is shared. */
  sharing: ReactNode
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
  comparison,
  pictureChoice,
  modifiers,
  roomFiles,
  web,
  serverTools,
  onCustomise,
  sharing,
  onAsked,
  ref,
}: ComposerDockProps) {
  const { t } = useTranslation(['chat', 'errors'])
  const { chatId, isNew, accountId, roomId, isRoomKnown, details } = place
  const { last, lastTurnId } = conversation
  const asksIn = { accountId, roomId: details?.roomId ?? roomId }
  const draftName = isNew ? newDraftName(accountId) : chatId
  const draft = useComposerDraft(draftName, choice.models)
  const { question, files, input, focus } = draft
  const asked = useAskedBases(draftName)
  const knowsMore = useAccount()?.subscriptionPlan.rag_allowed ?? false
  useImperativeHandle(ref, () => ({
    compose: draft.compose,
    attach: (attachment, bytes) => {
      files.attach(attachment, bytes)
      focus()
    },
    takeBack: (written) => {
      draft.takeBack([written])
      focus()
    },
  }))
  usePictureToUse({ isNew, choice, comparison, draft })
  const hasStarted = question.text !== '' || question.pasted.length > 0
  useEffect(() => {
    if (hasStarted) preloadTranscript()
  }, [hasStarted])

  const modelId = draft.namedModelId ?? choice.modelId
  const model = choice.models?.find((one) => one.modelId === modelId)
  const isDeferred = model?.is_deferred_response ?? false
  const job = useStore(jobOptions)
  // A mentioned model answers alone.
  const comparedIds = draft.namedModelId === null && comparison.isOn ? comparison.modelIds : null
  const unseeing = files.pictureCount === 0 ? null : firstUnseeing(choice.models, comparedIds ?? [modelId])
  const how = {
    ...{ modelId, style: choice.style, modifiers, comparedModelIds: comparedIds ?? undefined },
    pictureOptions: comparedIds ? undefined : (pictureChoice.options ?? undefined),
    ...{ usesRoomFiles: roomFiles.isOn, usesWeb: web.isOffered && web.isOn },
    usesTools: serverTools.isOffered && serverTools.isOn,
    ...(isDeferred && { job }),
  }
  const templates = useTemplates({ accountId, isNew, choice, modifiers, onCustomise, draft })
  const { waiting, ...sending } = useSending({
    ...{ place, draftName, conversation, choice, comparison, how, draft, bases: asked.bases, onAsked },
    takeTemplate: templates.take,
  })
  const typing = useTypingNotes(accountId, chatId, place.author.id)
  const openers = useComposerOpeners()
  const hasWords = /^\/\S*\s+\S/.test(question.text)
  const actions = useComposerActions({
    choice,
    comparison,
    openers,
    roomFiles,
    web,
    serverTools,
    isNew,
    hasWords,
  })
  const firstName = useFirstName()
  const isEmpty = lastTurnId === null
  const missingRoom = isNew && roomId === null ? t('errors:ROOM_REQUIRED') : null
  const isNarrow = useNarrowScreen()
  const isDrawing = pictureChoice.making !== null && comparedIds === null
  const tools = {
    ...{ accountId, place: asksIn, question: question.text, modelId, modifiers, onCustomise, roomFiles, web },
    serverTools,
    ...{ asked, knowsMore, onFiles: files.add, onReword: draft.reword, openers, comparison },
    readQuestion: () => ({
      ...{ text: draft.text, mentions: question.mentions, modelId, style: choice.style, modifiers },
      ...{ usesRoomFiles: how.usesRoomFiles, usesWeb: how.usesWeb },
      baseIds: asked.bases.map(({ id }) => id),
      hasFiles: files.pictureCount > 0 || (files.documentIds?.length ?? 0) > 0,
      ...(isDeferred && { budgetCredits: job.budgetCredits }),
    }),
  }
  const choices = (
    <ComposerChoices
      accountId={accountId}
      choice={choice}
      comparison={comparison}
      isFolded={isNarrow}
      compareRef={openers.compare}
      modelId={modelId}
      isDeferred={isDeferred}
      pictureChoice={pictureChoice}
      forgetModel={draft.forgetModel}
      openRef={openers.model}
    />
  )

  return (
    <>
      {isEmpty && <Greeting firstName={firstName} />}
      {waiting.queue.length > 0 && (
        <QueuedList
          queue={waiting.queue}
          onEdit={sending.edit}
          onRemove={waiting.remove}
          onSendNow={sending.sendNow}
          ask={waiting.isAsking ? { onSend: waiting.sendNext } : null}
        />
      )}
      {unseeing !== null && choice.models !== null && (
        <UnseeingNote
          model={unseeing}
          models={choice.models}
          onSwitch={(seeing) => {
            draft.forgetModel()
            if (comparedIds === null) choice.chooseModel(seeing)
            else comparison.choose(replaced(comparedIds, unseeing.modelId, seeing))
          }}
        />
      )}
      <WindowDrop onFiles={files.add} />
      {sharing}
      <Composer
        question={question}
        onChange={(written) => {
          draft.write(written)
          typing.typed(written.text)
        }}
        onSend={() => {
          sending.sendOrQueue()
          typing.ended()
        }}
        place={asksIn}
        actions={actions}
        onBase={knowsMore ? asked.add : undefined}
        onTemplate={templates.use}
        placeholder={t(isEmpty ? 'composer.placeholder' : 'composer.placeholder.followUp')}
        stop={sending.stop}
        waiting={isRoomKnown ? (missingRoom ?? files.waiting) : t('composer.roomAwaited')}
        isWaitShort={!isRoomKnown}
        isBlocked={unseeing !== null}
        tiles={
          <>
            <AskedKnowledge asked={asked} isAllowed={knowsMore} />
            <AskedCanvases accountId={accountId} asked={draft.canvases} />
            <FileTiles chosen={files.chosen} />
            <PastedTiles pasted={question.pasted} onChange={draft.keepPasted} onUnfold={draft.unfold} />
          </>
        }
        onPasteFiles={files.add}
        onPasteLong={draft.addPasted}
        inputRef={input}
        choices={
          isNarrow ? (
            <FoldedTools {...tools} isDrawing={isDrawing}>
              {choices}
            </FoldedTools>
          ) : (
            <>
              {choices}
              {isDrawing ? null : <CustomiseTool {...tools} />}
            </>
          )
        }
        tools={isNarrow ? null : <ComposerTools {...tools} isDrawing={isDrawing} />}
        figures={
          <ComposerFigures
            place={{ ...asksIn, chatId, parentTurnId: lastTurnId }}
            details={details}
            last={last}
            contextLimit={model?.contextLimit ?? null}
            text={draft.text}
            typed={question.text}
            pictures={files.pictureCount}
            documents={files.documentIds}
            canvasIds={draft.canvases.ids}
            how={how}
            roomFiles={roomFiles}
            web={web}
            serverTools={serverTools}
            onTemplate={(hit) => templates.use(hit, 'all')}
          />
        }
      />
      {templates.dialog}
      {isEmpty && (
        <NewChatStarters
          place={asksIn}
          isRoomKnown={isRoomKnown}
          models={choice.models}
          modelId={modelId}
          onTemplate={(hit) => templates.use(hit, 'all')}
          onCompose={draft.compose}
        />
      )}
    </>
  )
}

const firstUnseeing = (models: ModelChoice['models'], modelIds: readonly string[]): Model | null =>
  modelIds.map((modelId) => modelWithoutVision(models, modelId)).find((model) => model !== null) ?? null

/** The models to compare with one in place of another. */
const replaced = (modelIds: readonly string[], before: string, after: string): string[] => [
  ...new Set(modelIds.map((modelId) => (modelId === before ? after : modelId))),
]
