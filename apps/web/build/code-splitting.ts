import type { Rolldown } from 'vite'
import { signedInGroup } from './signed-in-start.ts'

/** One pattern for any of the given paths' parts, written as regular expressions. */
const anyOf = (...parts: string[]) => new RegExp(parts.join('|'))

/** Third-party dependencies of every page: the chunk changes only with their versions, so browsers keep it across our releases. */
const framework = anyOf(
  '/node_modules/(react|react-dom|scheduler|use-sync-external-store)/',
  '/node_modules/@tanstack/(history|store|router-core|react-router|react-store)/',
)

/** The modules of the first page; their dependencies, including the UI library, are in the same chunk. */
const firstPage = anyOf(
  '/apps/web/src/(router\\.tsx|routeTree\\.gen\\.ts|routes/[^?]*\\.tsx)$',
  '/packages/ui/src/(atrium-provider|components/navigation-progress)\\.tsx$',
  '/apps/web/src/lib/(?!device/(keep-phrases|offline|indexed|shared|push\\.)|quer|rows|letters|opened-help|save-as|when-idle|wide-screen|toasts|header-end|virtual|post-upload|lists|moment|highlighted|use-copying|back-off|read-events|tools|forms/(connection-test|panel|rename-dialog|section|title-field|use-saving)|navigation/full-page|fill-in|list-from|throttle|touch-screen|use-is-online|text/(changes|days|linked-text|links-in|text-direction|time-zones))',
  '/apps/web/src/features/(identity/(?!.*-screen\\.|index\\.|(codes/)?(code-field|inbox-note|resend-code|use-resend)|passkey-sign-in|password-rules|password-strength)|preferences/(?!index\\.|density-)|pages/(?!index\\.|maintenance|waiting-list))',
  '/apps/web/src/shell/toast-host',
  '/packages/ui/src/text\\.ts',
  '/packages/phrases/src/((en/first-page/[^/]+|areas|index)\\.ts)',
  '/@tabler/icons-react/dist/esm/(createReactComponent|defaultAttributes)',
  '/@tabler/icons-react/dist/esm/icons/Icon(BrandGoogleFilled|BrandWindowsFilled|Check|ChevronDown|DeviceDesktop|Eye|EyeOff|Key|Language|Moon|Point|Sun)\\.',
)

/** Small modules shared by several screens behind the sign-in. */
const crumbs = anyOf(
  '/@tabler/icons-react/dist/esm/icons/',
  '/packages/ui/src/components/(avatar|empty-state|error-state|skeleton-rows|state|truncated)\\.',
)

/** What answers and canvases share: one file more would be in the list of files that every page has. */
const writing = anyOf('/features/conversation/highlight/(colored-block|languages)\\.', '/src/lib/save-as\\.')

/** What the chat page opens while idle. */
const idle = anyOf(
  '/src/entities/files/(bases-cache|bases-page|context-files|knowledge-bases|status-of|upload-failure|uploads)\\.',
  '/src/entities/rooms/room-queries\\.',
  '/src/features/credit-requests/(credit-requests\\.module|queries|request-badge)\\.',
  '/src/features/knowledge-bases/asking/knowledge-button\\.',
  '/src/features/rooms/room-facts\\.',
  '/src/lib/post-upload-form\\.',
  '/src/shell/rail-pointer\\.',
  '/packages/contract/src/(accounts/credit-requests|knowledge/knowledge-bases|rooms/room-members)\\.',
)

/** Small modules that the first answer shares with many other screens. */
const parts = anyOf(
  '/src/entities/files/place-text\\.',
  '/src/features/(composing/shown-question|history/chosen-dialogs|pictures/alt-of)\\.',
  '/src/features/(shaping/(selection-actions|shaping\\.module)|sharing/sharing\\.module|sources/claims)\\.',
  '/src/lib/(forms/title-field|letters|moment|toasts/show-outcome|use-copying)\\.',
  '/packages/ui/src/relative-time\\.',
)

/** The UI library's menus, lists of options, and everything else that opens beside an element. */
const overlays = anyOf(
  '/node_modules/@floating-ui/',
  '/@mantine/core/esm/components/(Combobox|FocusTrap|Menu|Popover|Portal)/',
  '/@mantine/core/esm/utils/Floating/',
)

/** Each chunk takes those imports of its files that no earlier chunk has: so none depends on a later one, and no two on each other. */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'framework', test: framework, priority: 3 },
  { name: 'ground', test: firstPage, priority: 2 },
  { ...signedInGroup({ firstPage, crumbs }), priority: 1 },
  { name: 'writing', test: writing },
  // Browsers would load each of their modules as a file of its own: a chat page with its first answer had three times as many requests.
  { name: 'idle', test: idle },
  { name: 'parts', test: parts },
  { name: 'overlays', test: overlays },
]
