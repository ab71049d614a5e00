import { setupSteps, type SetupStep, type SystemSettings as PresentedSettings } from '@atrium/contract'
import type { Configuration } from '../platform/config/configuration.ts'
import type { WebSearch } from '../web-search/index.ts'
import type { SystemSettings } from './system-settings.ts'

type PresentPorts = {
  settings: SystemSettings
  webSearch: WebSearch
  configuration: Pick<Configuration, 'given'>
  mainApiUrl: string
}

/** The current settings as system administrators see them: no password, only whether there is one. */
export function presentSettings({
  settings,
  webSearch,
  configuration,
  mainApiUrl,
}: PresentPorts): PresentedSettings {
  const stored = settings.stored()
  const mailSource = settings.mailSource()
  const search = webSearch.current()
  const steps = stored.setup?.value.steps ?? {}
  return {
    signUp: {
      value: settings.signUpMode(),
      source: configuration.given.has('signUp') ? 'environment' : stored['sign-up'] ? 'page' : 'default',
    },
    mail: {
      source: mailSource,
      server: mailSource === 'page' ? (stored.mail?.value ?? null) : null,
      hasPassword: mailSource === 'page' && stored.mail?.secretSealed !== null,
    },
    webSearch: {
      source: search?.source ?? 'none',
      name: search?.service.name ?? null,
      service: search?.source === 'page' ? (stored['web-search']?.value ?? null) : null,
      hasKey: search?.source === 'page' && search.service.key !== undefined,
    },
    branding: presentBranding(settings, mainApiUrl),
    setup: {
      steps: Object.fromEntries(setupSteps.map((step) => [step, steps[step] ?? 'open'])) as Record<
        SetupStep,
        'open' | 'done' | 'skipped'
      >,
      isFinished: stored.setup?.value.isFinished ?? false,
    },
  }
}

/** Public name and logo of the installation. */
export function presentBranding(settings: SystemSettings, mainApiUrl: string) {
  const branding = settings.stored().branding?.value
  return {
    name: branding?.name ?? null,
    logoUrl: branding?.logo ? `${mainApiUrl}/files/installation/${branding.logo.name}` : null,
  }
}
