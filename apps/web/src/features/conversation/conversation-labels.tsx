import { createContext, use } from 'react'

/** The labels of the conversation's parts. The caller fills them from the reader's language. */
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
  wrapLines: string
  downloadCode: string
  linkLeadsTo: (host: string) => string
  linkAskTitle: (host: string) => string
  linkAskText: (host: string) => string
  linkOpen: string
  linkStay: string
}

const LabelsContext = createContext<ConversationLabels | undefined>(undefined)

/** Provides the labels to every part of a conversation below it. */
export const ConversationLabelsProvider = LabelsContext.Provider

export function useConversationLabels(): ConversationLabels {
  const labels = use(LabelsContext)
  if (!labels) throw new Error('Parts of a conversation need a ConversationLabelsProvider above them')
  return labels
}
