import type { Element } from 'hast'
import { lazy, Suspense, useState, type MouseEvent, type ReactNode } from 'react'
import { useConversationLabels } from '../conversation-labels.tsx'
import styles from '../prose.module.css'

const LeaveDialog = lazy(() =>
  import('./leave-dialog.tsx').then((module) => ({ default: module.LeaveDialog })),
)

/** Hosts that the reader has agreed to open since the page was loaded. */
const agreed = new Set<string>()

type MisleadingLinkProps = { link: Element; host: string; children: ReactNode }

/** A link whose text names another host: shows the real host beside it, and asks once before opening it. */
export function MisleadingLink({ link, host, children }: MisleadingLinkProps) {
  const labels = useConversationLabels()
  const [isAsking, setAsking] = useState(false)
  const { href, title } = link.properties
  const address = String(href)
  const ask = (event: MouseEvent) => {
    if (agreed.has(host)) return
    event.preventDefault()
    setAsking(true)
  }
  return (
    <>
      <a
        href={address}
        title={title ? String(title) : undefined}
        target="_blank"
        rel="noopener noreferrer nofollow"
        onClick={ask}
        onAuxClick={ask}
      >
        {children}
      </a>{' '}
      <bdi className={styles.linkHost} title={labels.linkLeadsTo(host)}>
        ({host})
      </bdi>
      {isAsking && (
        <Suspense>
          <LeaveDialog
            host={host}
            labels={labels}
            onClose={() => setAsking(false)}
            onLeave={() => {
              agreed.add(host)
              window.open(address, '_blank', 'noopener,noreferrer')
            }}
          />
        </Suspense>
      )}
    </>
  )
}
