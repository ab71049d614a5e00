export { AnswerTable } from './answer-table.tsx'
