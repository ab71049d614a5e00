import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopying } from '../use-copying.ts'
import styles from './new-link.module.css'

type NewLinkProps = {
  url: string
  words: { label: string; copy: string; copied: string; /** That it shows only now. */ once: string }
}

/** A link that was just made, to copy: its address is shown only once. */
export function NewLink({ url, words }: NewLinkProps) {
  const { isCopied, copy } = useCopying()
  return (
    <div className={styles.link} role="status">
      <TextInput
        className={styles.address}
        label={words.label}
        readOnly
        dir="ltr"
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={isCopied ? <IconCheck size={17} /> : <IconCopy size={17} />}
        onClick={() => copy(() => navigator.clipboard.writeText(url))}
      >
        {isCopied ? words.copied : words.copy}
      </Button>
      <p className={styles.hint}>{words.once}</p>
    </div>
  )
}
