import type { HealthReport } from '@atrium/contract'
import { Progress } from '@mantine/core'
import { useTranslation } from '../../../lib/translate.ts'
import { momentText, numberText, shareText, sizeText, spanText } from './health-text.ts'
import styles from './health.module.css'
import { Facts, PartCard } from './part-card.tsx'

type Parts = HealthReport['parts']

export function DatabaseCard({ part }: { part: Parts['database'] }) {
  const { t } = useTranslation('systemHealth')
  const { facts } = part
  return (
    <PartCard name="database" part={part}>
      {facts && (
        <Facts
          facts={[
            { label: t('database.size'), value: sizeText(facts.sizeBytes) },
            {
              label: t('database.connections'),
              value: t('database.ofConnections', { used: facts.connectionsUsed, max: facts.connectionsMax }),
            },
            { label: t('database.writes'), value: t(facts.isReadOnly ? 'no' : 'yes') },
            { label: t('database.version'), value: <bdi>{facts.version}</bdi> },
          ]}
        />
      )}
    </PartCard>
  )
}

const levelColors = { ok: 'teal.8', low: 'yellow.9', critical: 'red.9', full: 'red.9' }

export function DisksCard({ part }: { part: Parts['disks'] }) {
  const { t, language } = useTranslation('systemHealth')
  const list = new Intl.ListFormat(language)
  return (
    <PartCard name="disks" part={part}>
      {part.facts?.length === 0 && <p className={styles.quiet}>{t('disk.none')}</p>}
      {part.facts?.map(({ holds, folder, freeBytes, totalBytes, level }) => {
        const share = totalBytes > 0 ? freeBytes / totalBytes : 0
        const name = list.format(holds.map((one) => t(`disk.${one}`)))
        return (
          <div key={folder} className={styles.disk}>
            <p className={styles.diskName} title={folder}>
              {name}
            </p>
            <Progress
              value={100 * (1 - share)}
              color={levelColors[level]}
              size="sm"
              aria-label={name}
              aria-hidden="true"
            />
            <p className={styles.quiet}>
              {t('disk.free', {
                free: sizeText(freeBytes),
                total: sizeText(totalBytes),
                share: shareText(share),
              })}
            </p>
          </div>
        )
      })}
    </PartCard>
  )
}

export function StorageCard({ part }: { part: Parts['storage'] }) {
  const { t } = useTranslation('systemHealth')
  const { facts } = part
  return (
    <PartCard name="storage" part={part}>
      {facts && (
        <Facts
          facts={[
            {
              label: t('storage.kind'),
              value:
                facts.bucket === null ? t('storage.disk') : t('storage.bucket', { bucket: facts.bucket }),
            },
          ]}
        />
      )}
    </PartCard>
  )
}

export function MailCard({ part }: { part: Parts['mail'] }) {
  const { t } = useTranslation(['systemHealth', 'setup'])
  const { facts } = part
  const failure = facts?.lastFailure
  return (
    <PartCard name="mail" part={part}>
      {facts && (
        <Facts
          facts={[
            { label: t('mail.source'), value: t(`mail.source.${facts.source}`) },
            {
              label: t('mail.waiting'),
              value:
                facts.waiting > 0
                  ? `${numberText(facts.waiting)} · ${spanText(facts.oldestWaitingSeconds)}`
                  : numberText(0),
            },
            { label: t('mail.sent'), value: facts.lastSentAt ? momentText(facts.lastSentAt) : t('never') },
            {
              label: t('mail.failure'),
              value: failure ? (
                <>
                  {momentText(failure.at)}
                  {failure.kind && (
                    <span className={styles.under}>{t(`setup:mail.problem.${failure.kind}`)}</span>
                  )}
                </>
              ) : (
                t('never')
              ),
            },
          ]}
        />
      )}
    </PartCard>
  )
}

export function SearchCard({ part }: { part: Parts['search'] }) {
  const { t } = useTranslation('systemHealth')
  const { facts } = part
  return (
    <PartCard name="search" part={part}>
      {facts && (
        <Facts
          facts={[
            {
              label: t('search.waiting'),
              value:
                facts.filesWaiting > 0
                  ? `${numberText(facts.filesWaiting)} · ${spanText(facts.oldestWaitingSeconds)}`
                  : numberText(0),
            },
            { label: t('search.failed'), value: numberText(facts.filesFailed) },
            {
              label: t('search.by'),
              value: t(facts.embeddings === 'up' ? 'search.meaning' : 'search.words'),
            },
          ]}
        />
      )}
    </PartCard>
  )
}

export function BackupsCard({ part }: { part: Parts['backups'] }) {
  const { t } = useTranslation('systemHealth')
  const { facts } = part
  return (
    <PartCard name="backups" part={part}>
      {facts?.isExternalDatabase && <p className={styles.quiet}>{t('backup.external')}</p>}
      {facts && (
        <Facts
          facts={[
            { label: t('backup.last'), value: facts.lastAt ? momentText(facts.lastAt) : t('none') },
            ...(facts.sizeBytes === null
              ? []
              : [{ label: t('backup.size'), value: sizeText(facts.sizeBytes) }]),
            ...(facts.isEncrypted === null
              ? []
              : [{ label: t('backup.encrypted'), value: t(facts.isEncrypted ? 'yes' : 'no') }]),
          ]}
        />
      )}
    </PartCard>
  )
}
