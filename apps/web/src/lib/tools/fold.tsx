import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import styles from './fold.module.css'

type FoldProps = {
  summary: ReactNode
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  /** Rendered only while it is open. */ children: ReactNode
}

/** A line that unfolds what it summarizes. */
export function Fold({ summary, isOpen, onToggle, children }: FoldProps) {
  const content = useId()
  return (
    <>
      <UnstyledButton
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? content : undefined}
        onClick={() => onToggle(!isOpen)}
      >
        <IconChevronDown size={15} stroke={1.8} aria-hidden="true" className={styles.arrow} />
        {summary}
      </UnstyledButton>
      {isOpen && <div id={content}>{children}</div>}
    </>
  )
}
