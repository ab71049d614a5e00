import type { HealthReport, ProviderFacts, QueueFacts } from '@atrium/contract'
import { useTranslation } from '../../../lib/translate.ts'
import { momentText, numberText, spanText } from './health-text.ts'
import styles from './health.module.css'
import tag from '../tag.module.css'
import { Facts, PartCard } from './part-card.tsx'

type Parts = HealthReport['parts']

export function ProvidersCard({ part }: { part: Parts['providers'] }) {
  const { t } = useTranslation('systemHealth')
  return (
    <PartCard name="providers" part={part} isWide>
      {part.facts?.length === 0 && <p className={styles.quiet}>{t('provider.none')}</p>}
      {part.facts && (
        <ul className={styles.rows}>
          {part.facts.map((provider, place) => (
            <ProviderRow key={`${provider.name} ${place}`} provider={provider} />
          ))}
        </ul>
      )}
    </PartCard>
  )
}

function ProviderRow({ provider }: { provider: ProviderFacts }) {
  const { t } = useTranslation(['systemHealth', 'providers'])
  const { name, state, problem, sandbox, lastFailure, checkedAt, nextCheckAt } = provider
  return (
    <li className={styles.providerRow}>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {sandbox && <span className={tag.tag}>{t('provider.sandbox')}</span>}
        <p className={styles.quiet} data-bad={state !== 'up' || problem !== null || undefined}>
          {t(`provider.${state}`)}
          {problem && ` · ${t(`providers:problem.${problem}`)}`}
        </p>
      </div>
      <div>
        <p className={styles.quiet}>
          {[
            checkedAt && t('checked', { moment: momentText(checkedAt) }),
            nextCheckAt && t('provider.next', { moment: momentText(nextCheckAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className={styles.quiet}>
          {lastFailure
            ? t('provider.failure', {
                moment: momentText(lastFailure.at),
                problem: t(`providers:problem.${lastFailure.kind}`),
              })
            : t('provider.noFailure')}
        </p>
      </div>
    </li>
  )
}

const endings = ['answered', 'stopped', 'failed', 'interrupted'] as const

export function AnswersCard({ part }: { part: Parts['answers'] }) {
  const { t } = useTranslation('systemHealth')
  const { facts } = part
  return (
    <PartCard name="answers" part={part}>
      {facts && (
        <>
          <Facts facts={[{ label: t('answers.running'), value: numberText(facts.running) }]} />
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('answers.span')}</th>
                <th scope="col" className={styles.number}>
                  {t('answers.hour')}
                </th>
                <th scope="col" className={styles.number}>
                  {t('answers.day')}
                </th>
              </tr>
            </thead>
            <tbody>
              {endings.map((ending) => (
                <tr key={ending}>
                  <th scope="row">{t(`answers.${ending}`)}</th>
                  <td className={styles.number}>{numberText(facts.lastHour[ending])}</td>
                  <td className={styles.number}>{numberText(facts.lastDay[ending])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </PartCard>
  )
}

const isIdle = ({ waiting, running, failed }: QueueFacts) => waiting + running + failed === 0

export function QueuesCard({ part }: { part: Parts['queues'] }) {
  const { t } = useTranslation('systemHealth')
  const queues = part.facts ?? []
  const busy = queues.filter((queue) => !isIdle(queue))
  return (
    <PartCard name="queues" part={part} isWide>
      {part.facts && (
        <>
          {busy.length > 0 ? <QueueTable queues={busy} /> : <p className={styles.quiet}>{t('queue.idle')}</p>}
          <details className={styles.details}>
            <summary>
              {t('queue.all')} ({numberText(queues.length)})
            </summary>
            <QueueTable queues={queues} />
          </details>
        </>
      )}
    </PartCard>
  )
}

function QueueTable({ queues }: { queues: QueueFacts[] }) {
  const { t } = useTranslation('systemHealth')
  return (
    <table className={`${styles.table} ${styles.stacked}`} aria-label={t('part.queues')}>
      <thead>
        <tr>
          <th scope="col">{t('queue.name')}</th>
          {(['waiting', 'running', 'lag', 'failed'] as const).map((column) => (
            <th key={column} scope="col" className={styles.number}>
              {t(`queue.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {queues.map(({ name, waiting, running, lagSeconds, failed }) => (
          <tr key={name}>
            <th scope="row">
              <bdi className={styles.code}>{name}</bdi>
            </th>
            <td className={styles.number} data-label={t('queue.waiting')}>
              {numberText(waiting)}
            </td>
            <td className={styles.number} data-label={t('queue.running')}>
              {numberText(running)}
            </td>
            <td className={styles.number} data-label={t('queue.lag')}>
              {waiting > 0 ? spanText(lagSeconds) : '–'}
            </td>
            <td className={styles.number} data-label={t('queue.failed')}>
              {numberText(failed)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function ProcessesCard({ part }: { part: Parts['processes'] }) {
  const { t } = useTranslation('systemHealth')
  return (
    <PartCard name="processes" part={part} isWide>
      {part.facts && (
        <table className={`${styles.table} ${styles.stacked}`} aria-label={t('part.processes')}>
          <thead>
            <tr>
              {(['host', 'roles', 'version', 'started', 'seen'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`process.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {part.facts.map(({ host, roles, version, startedAt, seenAt, isSilent, isThis }) => (
              <tr key={`${host} ${startedAt}`}>
                <th scope="row">
                  <bdi>{host}</bdi>
                  {isThis && <span className={tag.tag}>{t('process.this')}</span>}
                </th>
                <td data-label={t('process.roles')}>
                  <bdi className={styles.code}>{roles.join(', ')}</bdi>
                </td>
                <td data-label={t('process.version')}>
                  <bdi>{version}</bdi>
                </td>
                <td data-label={t('process.started')}>{momentText(startedAt)}</td>
                <td data-label={t('process.seen')}>
                  <span>
                    {momentText(seenAt)}
                    {isSilent && <span className={tag.tag}>{t('process.silent')}</span>}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PartCard>
  )
}
