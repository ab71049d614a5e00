import { expect, test } from 'vitest'
import { emptyDocument, readMarkdown } from './document.ts'
import { toHast } from './to-hast.ts'

/** Texts that made other readers' time grow with the square of their length, or worse, by how often the piece stands. */
const texts: [string, (times: number) => string][] = [
  ['open emphasis', (times) => '*a '.repeat(times)],
  ['open strong', (times) => '**a _b '.repeat(times)],
  ['closed emphasis', (times) => 'a* '.repeat(times)],
  ['nested strong', (times) => `${'*a **a '.repeat(times)}b${'** a*'.repeat(times)}`],
  ['open brackets', (times) => '['.repeat(times)],
  ['closed brackets', (times) => ']'.repeat(times)],
  ['nested brackets', (times) => `${'['.repeat(times)}a${']'.repeat(times)}`],
  ['open links', (times) => '[a](<b'.repeat(times)],
  ['open pictures', (times) => '![a]('.repeat(times)],
  [
    'backticks of many lengths',
    (times) => Array.from({ length: Math.ceil(Math.sqrt(times)) }, (_, at) => `e${'`'.repeat(at)}`).join(''),
  ],
  ['block quotes in each other', (times) => `${'> '.repeat(times)}a`],
  [
    'lists in each other',
    (times) =>
      Array.from({ length: Math.ceil(Math.sqrt(times)) }, (_, at) => `${'  '.repeat(at)}* a`).join('\n'),
  ],
  ['entities without an end', (times) => '&'.repeat(times)],
  ['strikethrough', (times) => '~~a ~b '.repeat(times)],
  ['table rows', (times) => `| a | b |\n|---|---|\n${'| x |\n'.repeat(times)}`],
  ['bars', (times) => `${'|'.repeat(times)}\n${'-|'.repeat(times)}`],
  ['addresses', (times) => 'www.a.b-_'.repeat(times)],
  ['an endless word', (times) => `${'a-_'.repeat(times)}@`],
  ['email addresses', (times) => 'a@b.'.repeat(times)],
  ['definitions', (times) => Array.from({ length: times }, (_, at) => `[${at}]: x\n`).join('')],
  ['footnotes', (times) => Array.from({ length: times }, (_, at) => `[^${at}] `).join('')],
  ['dollars', (times) => '$a$ $'.repeat(times)],
  ['open tags', (times) => '<a '.repeat(times)],
  ['comments', (times) => '<!-- '.repeat(times)],
  ['hard breaks', (times) => 'a  \n'.repeat(times)],
  ['setext underlines', (times) => 'a\n-\n'.repeat(times)],
]

const fewTimes = 2_000
const growth = 4

/** Processor time of reading a text, in milliseconds: the least of three, since others use the machine too. */
function cpuMs(text: string): number {
  const once = () => {
    const begun = process.cpuUsage()
    const { settled, open, definitions } = readMarkdown(emptyDocument, text, true)
    // As the view does it: who refers to nothing is drawn without the definitions.
    for (const block of [...settled, ...open])
      toHast(block.nodes, block.linkedWith ? definitions.values() : [])
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  }
  return Math.min(once(), once(), once())
}

test.each(texts)(
  'CHAT-06 X05 %s: four times as much text takes no more than some four times as long',
  (about, text) => {
    const [few, many] = [cpuMs(text(fewTimes)), cpuMs(text(fewTimes * growth))]
    console.info(`${about}: ${few.toFixed(1)} ms, then ${many.toFixed(1)} ms`)
    // With the square of its length it would be sixteen times; what takes no time has none to compare.
    expect(many / Math.max(few, 15)).toBeLessThan(growth * 2.5)
    expect(few).toBeLessThan(1000)
  },
)
