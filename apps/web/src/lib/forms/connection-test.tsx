import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './connection-test.module.css'

type ConnectionTestProps = {
  words: { test: string; running: string }
  isRunning: boolean
  /** The settings to test are complete. */ isReady: boolean
  onTest: () => void
  /** The last result, while it belongs to the settings shown. */ result: ReactNode
  /** The connection works. */ isGood: boolean
}

/** A button that tests a connection before it is saved, and the result beside it. */
export const ConnectionTest = ({
  words,
  isRunning,
  isReady,
  onTest,
  result,
  isGood,
}: ConnectionTestProps) => (
  <div className={styles.test}>
    <Button
      variant="default"
      leftSection={<IconPlugConnected size={18} stroke={1.7} />}
      loading={isRunning}
      disabled={!isReady}
      onClick={onTest}
    >
      {words.test}
    </Button>
    <p role="status" className={styles.outcome} data-good={isGood || undefined}>
      {result ?? (isRunning && words.running)}
    </p>
  </div>
)
