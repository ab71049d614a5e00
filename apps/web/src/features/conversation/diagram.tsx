import { IconCode, IconSchema } from '@tabler/icons-react'
import { use, useEffect, useRef, useState } from 'react'
import { CodeBlock } from './code/code-block.tsx'
import { OpenBlockContext } from './conversation-context.ts'
import { useConversationLabels } from './conversation-labels.tsx'
import styles from './prose.module.css'
import { useDarkScheme } from './use-dark-scheme.ts'

type Drawing = { state: 'waiting' } | { state: 'failed' } | { state: 'drawn' }

/** A Mermaid diagram, drawn once it is complete; its source is one click away, and stays where it cannot be drawn. */
export function Diagram({ source }: { source: string }) {
  const labels = useConversationLabels()
  const open = use(OpenBlockContext)
  const dark = useDarkScheme()
  const place = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing>({ state: 'waiting' })
  const [sourceWanted, setSourceWanted] = useState(false)
  useEffect(() => {
    if (open) return
    let current = true
    void import('./diagram/draw-diagram.ts')
      .then(({ drawDiagram }) => drawDiagram(source, dark))
      .then((diagram) => {
        if (!current || !place.current) return
        diagram.showIn(place.current)
        setDrawing({ state: 'drawn' })
      })
      .catch(() => current && setDrawing({ state: 'failed' }))
    return () => {
      current = false
    }
  }, [source, dark, open])

  const showsSource = sourceWanted || drawing.state !== 'drawn'
  const toggle = drawing.state === 'drawn' && (
    <button
      type="button"
      className={styles.tool}
      aria-label={sourceWanted ? labels.showDiagram : labels.showSource}
      title={sourceWanted ? labels.showDiagram : labels.showSource}
      onClick={() => setSourceWanted(!sourceWanted)}
    >
      {sourceWanted ? <IconSchema size={16} stroke={1.6} /> : <IconCode size={16} stroke={1.6} />}
    </button>
  )
  return (
    <div data-waiting={drawing.state === 'waiting' || undefined}>
      <div className={styles.diagramFrame} hidden={showsSource}>
        <div ref={place} className={styles.drawing} role="img" aria-label={labels.diagram} />
        <div className={styles.diagramTools}>{toggle}</div>
      </div>
      {showsSource && <CodeBlock code={source} language="mermaid" tools={toggle} />}
      {drawing.state === 'failed' && (
        <p className={styles.note} role="status">
          {labels.diagramFailed}
        </p>
      )}
    </div>
  )
}
