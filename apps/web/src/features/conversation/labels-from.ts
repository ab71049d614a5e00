import type { Phrases } from '@atrium/phrases'
import type { ConversationLabels } from './conversation-labels.tsx'

type WithoutPlural<Key> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key
/** A phrase of the namespace `conversation`. */
export type ConversationPhrase = WithoutPlural<keyof Phrases['conversation']>

/** The labels of the conversation's parts, from a translator bound to the namespace `conversation`. */
export function labelsFrom(
  say: (phrase: ConversationPhrase, values?: Record<string, string | number>) => string,
): ConversationLabels {
  return {
    copy: say('copy'),
    copied: say('copied'),
    copyCode: say('copyCode'),
    copyAsCsv: say('copyAsCsv'),
    copyAsMarkdown: say('copyAsMarkdown'),
    plainCode: say('plainCode'),
    table: say('table'),
    showSource: say('showSource'),
    showDiagram: say('showDiagram'),
    diagramFailed: say('diagramFailed'),
    diagram: say('diagram'),
    imageFrom: (host) => say('imageFrom', { host }),
    loadImage: say('loadImage'),
    imageFailed: say('imageFailed'),
    openImage: say('openImage'),
    showMoreRows: (count) => say('showMoreRows', { count }),
    showMore: say('showMore'),
    footnotes: say('footnotes'),
    footnote: (number) => say('footnote', { number }),
    thinking: say('thinking'),
    thoughtFor: (seconds) => say('thoughtFor', { count: seconds }),
    thoughts: say('thoughts'),
    notInSources: say('notInSources'),
    wrapLines: say('wrapLines'),
    downloadCode: say('downloadCode'),
    linkLeadsTo: (host) => say('linkLeadsTo', { host }),
    linkAskTitle: (host) => say('linkAskTitle', { host }),
    linkAskText: (host) => say('linkAskText', { host }),
    linkOpen: say('linkOpen'),
    linkStay: say('linkStay'),
  }
}
