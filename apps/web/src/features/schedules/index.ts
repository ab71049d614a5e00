export type { QuestionToRepeat } from './question-to-repeat.ts'
export { endText, ruleText } from './schedule-words.ts'
