import { createContext, use } from 'react'

/** Every word that the conversation's parts say. The caller fills it from the phrases of the reader's language. */
export type ConversationLabels = {
  copy: string
  copied: string
  copyCode: string
  copyAsCsv: string
  copyAsMarkdown: string
  plainCode: string
  table: string
  showSource: string
  showDiagram: string
  diagramFailed: string
  diagram: string
  imageFrom: (host: string) => string
  loadImage: string
  imageFailed: string
  openImage: string
  showMoreRows: (count: number) => string
  showMore: string
  footnotes: string
  footnote: (number: number) => string
  thinking: string
  /** Whole seconds, at least 1. */
  thoughtFor: (seconds: number) => string
  thoughts: string
  notInSources: string
}

const LabelsContext = createContext<ConversationLabels | undefined>(undefined)

/** Gives the words to every part of a conversation below it. */
export const ConversationLabelsProvider = LabelsContext.Provider

export function useConversationLabels(): ConversationLabels {
  const labels = use(LabelsContext)
  if (!labels) throw new Error('Parts of a conversation need a ConversationLabelsProvider above them')
  return labels
}
