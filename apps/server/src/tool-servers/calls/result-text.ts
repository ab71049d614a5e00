import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { cleanLine, cleanText } from '../client/clean-text.ts'

/** Maximum length of a result's text, in UTF-16 units. */
const maxCharacters = 400_000

/** The text of a result: untrusted. Content other than text is named, not passed on; a result without text gives its structured data. */
export function resultText({ content, structuredContent }: CallToolResult): string {
  const pieces = content.map((part) => {
    switch (part.type) {
      case 'text':
        return part.text.slice(0, maxCharacters)
      case 'image':
      case 'audio':
        return `[${part.type}: ${cleanLine(part.mimeType, 80)}]`
      case 'resource_link':
        return `[link: ${cleanLine(part.name, 200)} ${cleanLine(part.uri, 500)}]`
      case 'resource':
        return 'text' in part.resource
          ? part.resource.text.slice(0, maxCharacters)
          : `[file: ${cleanLine(part.resource.uri, 500)}]`
    }
  })
  const text = pieces.join('\n').trim()
  const data = text === '' && structuredContent ? JSON.stringify(structuredContent, null, 2) : text
  return cleanText(data.slice(0, maxCharacters)).trim()
}
