import type { IconCopy } from '@tabler/icons-react'

/** One suggestion; accepting it runs its action. */
export type Suggestion = {
  key: string
  name: string
  detail?: string | undefined
  icon: typeof IconCopy
  take: () => void
}
export type SuggestionGroup = {
  key: 'actions' | 'templates' | 'people' | 'models' | 'files' | 'bases'
  items: Suggestion[]
}

/** The suggestions for the typed text. */
export type Suggestions = {
  groups: SuggestionGroup[]
  isSearching: boolean
  hasFailed: boolean
}

/** An action that a `/` offers at the beginning of a question. */
export type ComposerAction = { key: string; name: string; icon: typeof IconCopy; run: () => void }
