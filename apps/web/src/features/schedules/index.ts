export { endText, ruleText } from './schedule-words.ts'
