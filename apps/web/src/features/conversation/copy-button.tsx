import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useConversationLabels } from './conversation-labels.tsx'
import styles from './prose.module.css'

type CopyButtonProps = {
  label: string
  /** The text, created only when needed. */ text: () => string
  icon?: ReactNode
}

/** Copies a text and shows success for two seconds. */
export function CopyButton({ label, text, icon = <IconCopy size={16} stroke={1.6} /> }: CopyButtonProps) {
  const labels = useConversationLabels()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      {copied ? <IconCheck size={16} stroke={2} /> : icon}
      <span role="status" className={styles.toolSaid}>
        {copied ? labels.copied : ''}
      </span>
    </button>
  )
}
