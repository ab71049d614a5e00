import { expect, test, vi } from 'vitest'
import { plainText } from '../../conversation/plain-text.ts'
import { readAloudWhenIdle } from './read-aloud-when-idle.ts'

const paragraph = 'Tea is made of *leaves*, [coffee](https://coffee.test) of `beans` [1].\n\n'
const table = '| a | b |\n| --- | --- |\n| one | two |\n\n'
const text = `# Drinks\n\n${paragraph.repeat(200)}${table}\`\`\`ts\nconst notRead = 1\n\nconst norThis = 2\n\`\`\`\n\n- last`

vi.stubGlobal('window', globalThis)
vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))

test('UI-02 the words of answers are said in the order in which they were written, each ending after its text', async () => {
  const said: string[] = []
  await new Promise<void>((done) => {
    const say = (words: string) => {
      said.push(words)
      if (words === 'Second ended.') done()
    }
    readAloudWhenIdle({ text, cites: true, ending: 'First ended.', say })
    readAloudWhenIdle({ text: 'Short.', cites: true, ending: 'Second ended.', say })
    expect(said).toEqual([])
  })
  expect(said[0]?.split('\n')).toHaveLength(1 + 200 + 2 + 1)
  expect(said).toEqual([plainText(text, { cites: true }), 'First ended.', 'Short.', 'Second ended.'])
})
