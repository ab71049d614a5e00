import type { Rolldown } from 'vite'
import { signedInGroup } from './signed-in-start.ts'

/** One pattern for any of the given paths' parts, written as regular expressions. */
const anyOf = (...parts: string[]) => new RegExp(parts.join('|'))

/** What every page needs of others: it changes with their versions only, so browsers keep it when we change. */
const framework = anyOf(
  '/node_modules/(react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next)/',
  '/node_modules/@tanstack/(history|store|router-core|react-router|react-store)/',
)

/** What the first page needs: ours, and the parts of the interface's library below it. */
const firstPage = anyOf(
  '/apps/web/src/lib/(?!quer|header-end)',
  '/apps/web/src/features/(identity/(?!.*-screen\\.)|preferences/|pages/(?!maintenance))',
  '/apps/web/src/shell/toast-host',
  '/packages/phrases/src/((en/(common|errors|identity)|first-page|index)\\.ts)',
  '/packages/contract/src/(?!accounts|answers|chats|fold-parts|ids|models|rooms)',
  '/packages/ui/src/(?!links|relative-time|components/(?!logo|navigation-progress))',
  '/node_modules/clsx/',
  '/@mantine/core/esm/core/',
  '/@mantine/core/esm/components/(Button|Loader|Transition|UnstyledButton)/',
  '/@mantine/hooks/esm/(use-(color-scheme|did-update|isomorphic-effect|media-query|mutation-observer|reduced-motion)|utils)/',
  '/@tabler/icons-react/dist/esm/(createReactComponent|defaultAttributes)',
  '/@tabler/icons-react/dist/esm/icons/Icon(BrandGoogleFilled|BrandWindowsFilled|Check|ChevronDown|DeviceDesktop|Eye|EyeOff|Key|Language|Moon|Point|Sun)\\.',
)

/** What nearly every other page needs, in one file: each file is a request. */
const parts = anyOf(
  '/@mantine/core/esm/components/(ActionIcon|Avatar|Badge|CloseButton|Combobox|Floating|FloatingArrow|FloatingIndicator|FocusTrap|Group|Input|InputBase|Menu|Overlay|Popover|Portal|SegmentedControl|Skeleton|Stack|Tooltip|VisuallyHidden)/',
  '/@mantine/core/esm/components/(Accordion/AccordionChevron|Checkbox/CheckIcon|Radio/RadioIcon)\\.',
  '/@mantine/core/esm/(core|utils)/',
  '/@mantine/hooks/',
  '/@floating-ui/',
  '/@tabler/icons-react/',
  '/packages/(contract|ui)/src/',
)

export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'framework', test: framework, priority: 3 },
  { name: 'ground', test: firstPage, priority: 2, includeDependenciesRecursively: false },
  { ...signedInGroup({ firstPage }), priority: 1 },
  { name: 'parts', test: parts, minShareCount: 2, includeDependenciesRecursively: false },
]
