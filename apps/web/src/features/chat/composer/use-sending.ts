import type { UsedTemplate } from '@atrium/contract'
import { moveAsked } from '../../../entities/files/asked-bases.ts'
import { filesOf } from '../../../entities/files/question-file.ts'
import { queueInChat } from '../../../entities/chats/queue.ts'
import type { Comparison } from '../../../entities/models/use-comparison.ts'
import type { ModelChoice } from '../../../entities/models/use-model-choice.ts'
import { comparedQuestions } from '../../../entities/turns/compared-questions.ts'
import { type How, newQuestion } from '../../../entities/turns/asked-here.ts'
import { mayStopAnswer } from '../../../entities/turns/turn-rights.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import type { useAskedBases } from '../../knowledge-bases/index.ts'
import type { Conversation, ConversationPlace } from '../screen/use-conversation.ts'
import type { QueuedQuestion } from './queue/queued-questions.ts'
import { useQueuedQuestions } from './queue/use-queued-questions.ts'
import type { ComposerDraft, WrittenQuestion } from './use-composer-draft.ts'

type SendingOf = {
  place: ConversationPlace
  /** The name of the draft, under which its knowledge bases are stored too. */
  draftName: string
  conversation: Conversation
  choice: Pick<ModelChoice, 'modelId' | 'rememberAsked'>
  comparison: Pick<Comparison, 'rememberAsked'>
  how: How
  draft: ComposerDraft
  bases: ReturnType<typeof useAskedBases>['bases']
  /** Returns the template that the draft was made from, once. */
  takeTemplate: () => UsedTemplate | undefined
  /** Called after a question was sent. */
  onAsked: () => void
}

/** Sends the draft: at once, or after the running answer by this tab's queue or the one of everybody in the chat. Stops the answer. */
export function useSending({
  place,
  draftName,
  conversation,
  choice,
  comparison,
  how,
  draft,
  bases,
  takeTemplate,
  onAsked,
}: SendingOf) {
  const { chatId, accountId, author } = place
  const { last, lastTurnId, answering, askQuestion, isStopping, hasSharedQueue } = conversation
  const forgetDraft = () => {
    choice.rememberAsked()
    comparison.rememberAsked()
    moveAsked(draftName, chatId)
  }
  /** A mentioned model answers only this question. */
  const howFor = ({ mentions, canvasIds }: WrittenQuestion): How => {
    const named = mentions.findLast(({ kind }) => kind === 'model')?.id
    return named === undefined
      ? { ...how, canvasIds, modelId: choice.modelId }
      : { ...how, canvasIds, modelId: named, comparedModelIds: undefined }
  }
  const send = (written: WrittenQuestion) => {
    const { text, mentions, attachments, template } = written
    forgetDraft()
    askQuestion(text, lastTurnId, { ...howFor(written), template }, attachments, mentions)
    onAsked()
  }
  const queueForAll = (written: WrittenQuestion) => {
    const { text, mentions, attachments, template } = written
    const question = newQuestion({
      ...{ chatId, parentTurnId: lastTurnId, text, attachments, mentions, author, template },
      ...howFor(written),
      baseIds: bases.map(({ id }) => id),
    })
    forgetDraft()
    const { comparedModelIds } = howFor(written)
    const [first = question] = comparedModelIds ? comparedQuestions(question, comparedModelIds) : []
    queueInChat(accountId, first).catch((error: unknown) => {
      showFailure(error)
      draft.takeBack([written])
    })
  }
  const waiting = useQueuedQuestions({
    chatId,
    last,
    isAnswering: answering !== null,
    onSend: send,
    onReturn: draft.takeBack,
  })
  const relation = place.details?.relation ?? 'owner'
  const mayStop = answering !== null && mayStopAnswer(relation, answering.askedById === author.id)
  const stopAnswer = () => {
    const comesBack = answering === null ? null : conversation.stop()
    if (comesBack === null) return
    const { question } = comesBack
    draft.compose(question.text, filesOf(question), question.mentions, question.canvasIds)
  }
  return {
    waiting,
    /** Null where there is no answer that the reader may stop. */
    stop: mayStop ? { onStop: stopAnswer, isStopping } : null,
    sendOrQueue: () => {
      const template = takeTemplate()
      const written = { ...draft.take(), ...(template && { template }) }
      if (answering === null) send(written)
      else if (hasSharedQueue) queueForAll(written)
      else waiting.add(written)
    },
    /** Takes a queued question out of this tab's queue, back before the draft. */
    edit: (queued: QueuedQuestion) => {
      waiting.remove(queued.id)
      draft.takeBack([queued])
      draft.focus()
    },
    /** Stops the answer, and sends this question next. */
    sendNow: (id: string) => {
      waiting.putFirst(id)
      if (mayStop) stopAnswer()
    },
  }
}
