import { countTokens, type PromptMessage } from '../../models/index.ts'
import { pictureTokens } from './pictures.ts'

/** Counts the tokens of a prompt, including the overhead of each message. */
export const countPrompt = (prompt: readonly PromptMessage[]): number =>
  prompt.reduce(
    (sum, message) => sum + countTokens(message.text) + (message.pictures?.length ?? 0) * pictureTokens + 4,
    0,
  )
