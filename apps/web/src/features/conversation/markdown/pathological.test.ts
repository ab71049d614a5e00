import { expect, test } from 'vitest'
import { emptyDocument, readMarkdown } from './document.ts'
import { pathologicalTexts } from '../testing/pathological-texts.ts'
import { toHast } from './to-hast.ts'

const fewTimes = 2_000
const growth = 4

/** Processor time of reading a text, in milliseconds: the least of three, since others use the machine too. */
function cpuMs(text: string): number {
  const once = () => {
    const started = process.cpuUsage()
    const { settled, open, definitions } = readMarkdown(emptyDocument, text, true)
    // As in the view: blocks without references are rendered without definitions.
    for (const block of [...settled, ...open])
      toHast(block.nodes, block.linkedWith ? definitions.values() : [])
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  }
  return Math.min(once(), once(), once())
}

test.each(pathologicalTexts)(
  'CHAT-06 X05 %s: four times the text takes about four times as long',
  (about, text) => {
    const [few, many] = [cpuMs(text(fewTimes)), cpuMs(text(fewTimes * growth))]
    console.info(`${about}: ${few.toFixed(1)} ms, then ${many.toFixed(1)} ms`)
    // Quadratic time would be sixteenfold; no measurable time can't be compared.
    expect(many / Math.max(few, 15)).toBeLessThan(growth * 2.5)
    expect(few).toBeLessThan(1000)
  },
)
