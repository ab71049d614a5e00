export { chatsModule, enqueueingErasure } from './chats.module.ts'
export { type Actor, requireChat, requireChatInRoom } from './access.ts'
export { chatReader } from './chat-reader.ts'
export { attachmentOpenTo } from './attachment-open-to.ts'
export { eraseChatsOfPerson } from './history/erase-chats-of-person.ts'
export { keepFollowups, setAutomaticTitle } from './change-chat.ts'
export { indexTurns } from './history/index-turns.ts'
export { decisionsOfAuto } from './decisions-of-auto.ts'
export { eraseLogs, eraseOldChats } from './erase-old-chats.ts'
export { eraseQuotes } from './erase-quotes.ts'
export { eraseQuestionsOfPerson } from './history/erase-questions-of-person.ts'
export { eraseTemporaryChats } from './erase-temporary-chats.ts'
export { type AnsweringModel, finishTurn, TurnLost } from './turns/finish-turn.ts'
export {
  type ChatToAsk,
  findChatToAsk,
  refuseChangedChat,
  refuseWhileAnswering,
} from './turns/chat-to-ask.ts'
export {
  ChatExists,
  findEarlierTurn,
  insertTurn,
  isSameRequest,
  newChat,
  type NewChat,
  type TurnToOpen,
} from './turns/open-turn.ts'
export { questionOf } from './turns/question-of.ts'
export {
  askBeforeQueued,
  chatsWithQueue,
  chatsWithQueueOf,
  confirmQueued,
  countQueuedAttempt,
  eraseOldReturned,
  LeftQueue,
  nextQueued,
  type NextQuestion,
  queueQuestion,
  removeQueued,
  returnedTo,
  returnQueued,
  takeQueued,
} from './queue/queued-questions.ts'
export { type ChatToClose, findChatToClose, refuseOtherChat } from './turns/chat-to-close.ts'
export { answeredQuestion, peopleOfChat } from './answered-question.ts'
export { notifyChat } from './notify-chat.ts'
export { noteCommentMentions, noteMentions } from './mentions/mentions.ts'
export { endLinksOf, endPublicLinks } from './links/chat-links.ts'
export { createGuessLimit, type GuessLimit } from './links/guess-limit.ts'
export { findOpenLink } from './links/open-link.ts'
export { markMentionsMailed, type UnmailedMention, unmailedMentions } from './mentions/unmailed-mentions.ts'
export { type UnseenChat, unseenChats } from './history/unseen-chats.ts'
export { openSourcesIn } from './open-sources.ts'
export { credits, partsFor } from './present.ts'
export { type AskedQuestion, questionsOfTurns } from './turns/questions-of-turns.ts'
export {
  type BranchTurn,
  type EarlierPart,
  questionsOfBranch,
  readBranch,
  readExchange,
  readQuestion,
} from './turns/read-branch.ts'
export { loadTurn, openTurnsIn, requestStop, requireTurn, type StoredTurn } from './turns/read-turn.ts'
export { type ChatPorts, chatRoutes } from './routes.ts'
export { inReach } from './history/list-chats.ts'
export { eraseChatsOfRoom, stopTurnsOfOutsiders } from './history/rooms-of-chats.ts'
export { keepSummary, sendEverything, summariesOf } from './summaries/summaries.ts'
export { stopTurnsOf } from './turns/stop-turns-of.ts'
export {
  freeDeadLeases,
  giveUpLeases,
  hasOpenWork,
  holdsLease,
  type OrphanedTurn,
  renewLeases,
  readFreshness,
  takeOrphans,
  type TurnLease,
} from './turns/turn-lease.ts'
export {
  appendToLogs,
  lastEventIdOf,
  type LogBatch,
  type LoggedEvent,
  pruneLogs,
  readLog,
} from './turns/turn-log.ts'
