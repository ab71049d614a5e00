export { AtriumProvider } from './atrium-provider.tsx'
export { Avatar } from './components/avatar.tsx'
export { ConfirmDialog } from './components/confirm-dialog.tsx'
export { Dialog } from './components/dialog.tsx'
export { EmptyState } from './components/empty-state.tsx'
export { ErrorState } from './components/error-state.tsx'
export { Logo } from './components/logo.tsx'
export { NavigationProgress } from './components/navigation-progress.tsx'
export { Ring } from './components/ring.tsx'
export { SkeletonRows } from './components/skeleton-rows.tsx'
export { Truncated } from './components/truncated.tsx'
export { useFocusBack } from './components/use-focus-back.ts'
export { normaliseLink } from './links.ts'
export { relativeTime, relativeTimeText, type RelativeTime } from './relative-time.ts'
export { styleNonce } from './style-nonce.ts'
export { initials, truncate } from './text.ts'
export { cssVariablesResolver, theme } from './theme.ts'
export {
  densities,
  readThemeSettings,
  themeSettingsKey,
  writeThemeSettings,
  type Density,
  type ThemeSettings,
} from './theme-settings.ts'
