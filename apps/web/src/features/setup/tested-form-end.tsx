import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import styles from './setup.module.css'

type TestedFormEndProps = {
  words: { submit: string; test: string }
  isSending: boolean
  /** Why saving failed; null if it did not. */ failure: unknown
  isTesting: boolean
  /** The form has no problems. */ isReady: boolean
  onTest: () => void
  /** The result of the last test. */ result: ReactNode
  /** Further buttons. */ children?: ReactNode
}

/** The end of a form whose settings can be tested before they are saved. */
export const TestedFormEnd = ({
  words,
  isSending,
  failure,
  isTesting,
  isReady,
  onTest,
  result,
  children,
}: TestedFormEndProps) => (
  <>
    <FailureNote failure={failure} />
    <Group gap="sm">
      <Button type="submit" size="md" loading={isSending}>
        {words.submit}
      </Button>
      <Button size="md" variant="default" loading={isTesting} disabled={!isReady} onClick={onTest}>
        {words.test}
      </Button>
      {children}
    </Group>
    <p role="status" className={styles.quiet}>
      {result}
    </p>
  </>
)
