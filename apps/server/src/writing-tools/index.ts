export { writingToolsModule } from './writing-tools.module.ts'
export { forgetTurns } from './forget-turns.ts'
