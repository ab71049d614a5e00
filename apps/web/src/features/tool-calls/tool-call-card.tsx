import type { ToolCallPart, Turn } from '@atrium/contract'
import { Loader } from '@mantine/core'
import { IconCheck, IconClock, IconPlug, IconX } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { Arguments } from './arguments.tsx'
import { Consent } from './consent.tsx'
import styles from './tool-calls.module.css'

type ToolCallCardProps = { turn: Turn; call: ToolCallPart }

/** One call: what was called, its state, and on demand its arguments and result, which are text from outside. */
export function ToolCallCard({ turn, call }: ToolCallCardProps) {
  const { t } = useTranslation('toolCalls')
  const { title: tool, serverName: server, state, problem, result, isCut, consent, durationMs } = call
  const isWaiting = state === 'waiting' && turn.state === 'open'
  return (
    <section
      className={styles.card}
      aria-label={`${server}: ${tool}`}
      data-state={state}
      data-tool-call={call.number}
    >
      <h4 className={styles.title}>
        <StateIcon state={state} label={t('running', { tool })} />
        <span className={styles.name}>
          <bdi>{server}</bdi>: <bdi>{tool}</bdi>
        </span>
        {call.sandbox && <span className={styles.badge}>{t('sandbox')}</span>}
      </h4>
      {isWaiting ? (
        <Consent turn={turn} call={call} />
      ) : (
        <>
          {state === 'failed' && (
            <p className={styles.problem} role="status">
              {t(`problem.${problem ?? 'STOPPED'}`)}
            </p>
          )}
          <p className={styles.facts}>
            {state === 'done' && <span>{t('done', { seconds: Math.round(durationMs / 100) / 10 })}</span>}
            {consent && <span>{t(consent === 'chat' ? 'allowedChat' : 'allowedOnce')}</span>}
          </p>
          {state !== 'running' && (
            <details className={styles.details}>
              <summary>{t('details')}</summary>
              <Arguments input={call.input} />
              {result !== '' && (
                <>
                  <h5 className={styles.label}>{t('result')}</h5>
                  <p className={styles.note}>
                    {t('outside')} {isCut && t('cut')}
                  </p>
                  {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
                  <pre className={styles.text} dir="auto" tabIndex={0} role="group" aria-label={t('result')}>
                    {result}
                  </pre>
                </>
              )}
            </details>
          )}
        </>
      )}
    </section>
  )
}

function StateIcon({ state, label }: { state: ToolCallPart['state']; label: string }) {
  if (state === 'running') return <Loader size={16} aria-label={label} />
  const Icon = { waiting: IconClock, done: IconCheck, failed: IconX }[state] ?? IconPlug
  return <Icon size={18} stroke={1.7} aria-hidden="true" className={styles.icon} />
}
