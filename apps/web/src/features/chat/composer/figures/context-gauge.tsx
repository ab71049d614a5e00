import { Button, Popover, UnstyledButton } from '@mantine/core'
import { Ring } from '@atrium/ui'
import { useState } from 'react'
import { useTranslation } from '../../../../lib/translate.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import styles from './context-gauge.module.css'

/** A conversation's share of a model's context, in tokens, and its consequences. */
export type ContextShare = {
  tokens: number
  limit: number
  /** Number of oldest questions to summarize before the next one. */
  questionsToSummarise: number
  sendsAll: boolean
}

type ContextGaugeProps = {
  context: ContextShare
  /** Summarizes the older part at once; null where unavailable. */
  onSummarise: (() => Promise<void>) | null
}

/** A small ring that fills with the conversation's share of the context window; a click explains it. */
export function ContextGauge({ context, onSummarise }: ContextGaugeProps) {
  const { tokens, limit, questionsToSummarise, sendsAll } = context
  const { t } = useTranslation('longChat')
  const [isOpen, setIsOpen] = useState(false)
  const [isWorking, setIsWorking] = useState(false)
  const share = tokens / limit
  const part = new Intl.NumberFormat(currentLanguage(), {
    style: 'percent',
    maximumFractionDigits: 0,
  }).format(share)
  const next = sendsAll ? 'sendsAll' : questionsToSummarise > 0 ? 'next' : share > 1 ? 'full' : 'later'
  const summarise = () => {
    if (onSummarise === null) return
    setIsWorking(true)
    void onSummarise().finally(() => {
      setIsWorking(false)
      setIsOpen(false)
    })
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="top-end"
      width={280}
      withArrow
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          type="button"
          className={styles.gauge}
          data-level={share >= 0.8 ? 'full' : 'calm'}
          aria-label={t('gauge.label', { part })}
          title={t('gauge.label', { part })}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Ring part={share} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown}>
        <p className={styles.title}>{t('gauge.title')}</p>
        <p className={styles.numbers}>{t('gauge.numbers', { tokens, limit, part })}</p>
        <p>{t(`gauge.${next}`, { count: questionsToSummarise })}</p>
        {onSummarise !== null && (
          <Button size="xs" variant="default" loading={isWorking} onClick={summarise}>
            {t('gauge.summarise')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
