export { promptsModule } from './prompts.module.ts'
