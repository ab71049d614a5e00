import { AtriumProvider } from '../../packages/ui/src/index.ts'
import '../../packages/ui/src/styles.css'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { ConversationLabelsProvider, MarkdownView } from '../../apps/web/src/features/conversation/index.ts'
import { englishLabels } from '../../apps/web/src/features/conversation/testing/english-labels.ts'

let shown = { text: '', streaming: false }
let notify = () => {}
const subscribe = (listener: () => void) => {
  notify = listener
  return () => {}
}

/** Like the product's store of running answers: every chunk is stored, with one notification per frame. */
let frame = 0
function show(text: string, streaming: boolean): void {
  shown = { text, streaming }
  frame ||= requestAnimationFrame(() => {
    frame = 0
    notify()
  })
}

function Page() {
  const { text, streaming } = useSyncExternalStore(subscribe, () => shown)
  return (
    <main style={{ maxInlineSize: 'var(--measure)', marginInline: 'auto' }}>
      <MarkdownView text={text} streaming={streaming} />
    </main>
  )
}

function watch() {
  const tasks: number[] = []
  const frames: number[] = []
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => duration)),
  )
  observer.observe({ type: 'longtask' })
  let last = performance.now()
  let running = true
  requestAnimationFrame(function tick(now) {
    frames.push(now - last)
    last = now
    scrollTo(0, document.documentElement.scrollHeight)
    if (running) requestAnimationFrame(tick)
  })
  return () => {
    running = false
    observer.disconnect()
    const sorted = frames.slice(1).toSorted((a, b) => a - b)
    return {
      longestTaskMs: Math.max(0, ...tasks),
      frameP95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      longestFrameMs: sorted.at(-1) ?? 0,
    }
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

async function streamAnswer(answer: string, chunksPerSecond: number) {
  const chunks = answer.match(/[^]{1,6}/gu) ?? []
  const stop = watch()
  const began = performance.now()
  let sent = 0
  while (sent < chunks.length) {
    sent = Math.min(chunks.length, Math.floor(((performance.now() - began) / 1000) * chunksPerSecond))
    show(chunks.slice(0, sent).join(''), true)
    await pause(5)
  }
  show(answer, false)
  await pause(500)
  return { words: answer.split(/\s+/u).length, seconds: (performance.now() - began) / 1000, ...stop() }
}

async function showAtOnce(text: string) {
  const stop = watch()
  show(text, false)
  await pause(4000)
  return stop().longestFrameMs
}

Object.assign(window, { streamAnswer, showAtOnce, ready: true })
createRoot(document.getElementById('root') as HTMLElement).render(
  <AtriumProvider direction="ltr" language="en">
    <ConversationLabelsProvider value={englishLabels}>
      <Page />
    </ConversationLabelsProvider>
  </AtriumProvider>,
)
