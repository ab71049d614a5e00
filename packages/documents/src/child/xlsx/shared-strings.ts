import type { Archive } from '../archive.ts'
import { readXml } from '../xml.ts'

/** Returns the shared strings by index (18.4), without phonetic hints. */
export async function readSharedStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = []
  if (part === undefined) return strings
  let text = ''
  let isText = false
  let isPhonetic = false
  const made = readXml<string>(archive.read(part), (make) => ({
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') isText = true
    },
    text: (more) => void (text += isText && !isPhonetic ? more : ''),
    close(name) {
      if (name === 'si') make(text)
      else if (name === 'rPh') isPhonetic = false
      else if (name === 't') isText = false
    },
  }))
  for await (const string of made) strings.push(string)
  return strings
}
