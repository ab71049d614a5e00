export { AnswerToolCall } from './answer-tool-call.tsx'
