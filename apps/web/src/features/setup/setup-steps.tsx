import { type SetupStep, setupSteps, type SystemSettings } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { BrandingForm } from './branding-form.tsx'
import { MailForm } from './mail-form.tsx'
import { ModelsStep } from './models-step.tsx'
import { settingChanges, systemSettingsQuery } from './queries.ts'
import styles from './setup.module.css'
import { SignUpForm } from './sign-up-form.tsx'
import { TeamStep } from './team-step.tsx'

/** The first step that is neither done nor skipped, otherwise the last one. */
const nextStep = ({ steps }: SystemSettings['setup']): SetupStep =>
  setupSteps.find((step) => steps[step] === 'open') ?? 'team'

/** The five steps of the first setup. Each can be skipped; the server remembers the progress. */
export function SetupSteps() {
  const { t } = useTranslation('setup')
  const found = useQuery(systemSettingsQuery)
  if (found.isPending) return <SkeletonRows count={5} label={t('loading')} />
  if (found.isError && !found.data) return <LoadFailure title={t('failed')} query={found} />
  return <Steps settings={found.data} />
}

function Steps({ settings }: { settings: SystemSettings }) {
  const { t } = useTranslation('setup')
  const navigate = useNavigate()
  // Until a step is chosen here, shows the server's next one, also when this page was reloaded during a save.
  const [chosen, choose] = useState<SetupStep | null>(null)
  const step = chosen ?? nextStep(settings.setup)
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    // Screen readers announce a new step, but not the first one of a freshly opened page.
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [step])

  const leave = async (state: 'done' | 'skipped') => {
    const { setup } = await settingChanges.mark(step, state)
    if (step !== 'team') return choose(setupSteps[setupSteps.indexOf(step) + 1] ?? 'team')
    if (!setup.isFinished) await settingChanges.finish()
    await navigate({ to: state === 'done' ? '/chat' : '/' })
  }
  return (
    <>
      <nav aria-label={t('steps.label')}>
        <ol className={styles.steps}>
          {setupSteps.map((one, index) => (
            <li key={one}>
              <button
                type="button"
                className={styles.step}
                aria-current={one === step ? 'step' : undefined}
                onClick={() => choose(one)}
              >
                <span className={styles.number} aria-hidden="true">
                  {settings.setup.steps[one] === 'done' ? <IconCheck size={16} stroke={2} /> : index + 1}
                </span>
                {t(`steps.${one}`)}
                {settings.setup.steps[one] !== 'open' && (
                  <span className={styles.hidden}>{t(`steps.state.${settings.setup.steps[one]}`)}</span>
                )}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t(`${step}.title`)}
      </h1>
      <p className={styles.text}>{t(`${step}.text`)}</p>
      <Panel step={step} settings={settings} onDone={() => leave('done')} />
      <Button className={styles.skip} variant="subtle" color="gray" onClick={() => void leave('skipped')}>
        {t('steps.skip')}
      </Button>
    </>
  )
}

type PanelProps = { step: SetupStep; settings: SystemSettings; onDone: () => Promise<void> }

function Panel({ step, settings, onDone }: PanelProps) {
  const { t } = useTranslation('setup')
  const submitLabel = t('steps.continue')
  switch (step) {
    case 'models':
      return <ModelsStep onDone={onDone} />
    case 'mail':
      return <MailForm mail={settings.mail} submitLabel={submitLabel} onSaved={onDone} />
    case 'signUp':
      return <SignUpForm signUp={settings.signUp} submitLabel={submitLabel} onSaved={onDone} />
    case 'branding':
      return <BrandingForm branding={settings.branding} submitLabel={submitLabel} onSaved={onDone} />
    case 'team':
      return <TeamStep onDone={onDone} />
  }
}
