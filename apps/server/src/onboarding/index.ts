export { onboardingModule } from './onboarding.module.ts'
