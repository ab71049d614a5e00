import { countTokens, type PromptMessage } from '../../models/index.ts'
import { pictureTokens } from './pictures.ts'

/** Counts the tokens of a prompt, including the overhead of each message. */
export const countPrompt = (prompt: readonly PromptMessage[]): number =>
  prompt.reduce(
    (sum, message) =>
      sum +
      countTokens(message.text) +
      (message.called?.results.reduce((all, { call, text }) => all + countTokens(call.input + text), 0) ??
        0) +
      (message.pictures?.length ?? 0) * pictureTokens +
      4,
    0,
  )
