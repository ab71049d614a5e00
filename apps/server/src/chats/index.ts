export { type Actor, requireChat } from './access.ts'
export { attachmentOpenTo } from './attachment-open-to.ts'
export { type ChatToKeep, chatsOfPerson, chatToKeep, eraseChatsOfPerson } from './chats-of-person.ts'
export { keepFollowups, setAutomaticTitle } from './change-chat.ts'
export { decisionsOfAuto } from './decisions-of-auto.ts'
export { eraseLogs, eraseOldChats } from './erase-old-chats.ts'
export { eraseQuotes } from './erase-quotes.ts'
export { eraseTemporaryChats } from './erase-temporary-chats.ts'
export { type AnsweringModel, finishTurn } from './finish-turn.ts'
export {
  enterChat,
  findEarlierTurn,
  insertTurn,
  isSameRequest,
  lockChat,
  questionOf,
  type TurnToOpen,
} from './open-turn.ts'
export { mailMentions, type MentionMailPorts } from './mail-mentions.ts'
export { noteMentions } from './mentions.ts'
export { openSourcesIn } from './open-sources.ts'
export { credits, partsFor } from './present.ts'
export { otherAskers, questionsOfTurns } from './questions-of-turns.ts'
export {
  type BranchTurn,
  type EarlierPart,
  questionsOfBranch,
  readBranch,
  readExchange,
  readParts,
  readQuestion,
} from './read-branch.ts'
export { loadTurn, requestStop, requireTurn, type StoredTurn } from './read-turn.ts'
export { type ChatPorts, chatRoutes } from './routes.ts'
export { eraseChatsOfRoom, stopTurnsOfOutsiders } from './rooms-of-chats.ts'
export { keepSummary, sendEverything, summariesOf } from './summaries.ts'
export { writeOldWords } from './write-old-words.ts'
export { stopTurnsOf } from './stop-turns-of.ts'
export {
  giveUpLeases,
  holdsLease,
  type OrphanedTurn,
  renewLeases,
  takeOrphans,
  type TurnLease,
} from './turn-lease.ts'
export { appendToLogs, type LogBatch, type LoggedEvent, pruneLogs, readLog } from './turn-log.ts'
