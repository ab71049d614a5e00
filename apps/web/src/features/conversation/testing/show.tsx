import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { ConversationLabelsProvider } from '../conversation-labels.tsx'
import { MarkdownView } from '../markdown-view.tsx'
import { englishLabels } from './english-labels.ts'

export const World = ({ children }: { children: ReactNode }) => (
  <AtriumProvider direction="ltr" language="en" env="test">
    <ConversationLabelsProvider value={englishLabels}>{children}</ConversationLabelsProvider>
  </AtriumProvider>
)

/** Renders a text; returns its element and an update function. */
export async function show(text: string, streaming = false) {
  const view = (now: string, more: boolean) => (
    <World>
      <MarkdownView text={now} streaming={more} />
    </World>
  )
  const screen = await render(view(text, streaming))
  return {
    screen,
    element: () => screen.container.querySelector('[class*=prose]') as HTMLElement,
    update: (now: string, more: boolean) => screen.rerender(view(now, more)),
  }
}
