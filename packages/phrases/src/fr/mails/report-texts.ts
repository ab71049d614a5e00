import type english from '../../en/mails/report-texts.ts'
import type { Translation } from '../../translation.ts'

/** Texts that the server writes into reports of data analyses. */
export default {
  method: 'Comment ces résultats ont été calculés',
  methodText:
    'Atrium a exécuté chaque requête ci-dessous sur {{files}}. Tous les nombres des tableaux viennent de ces requêtes. Le modèle a écrit les requêtes et le texte.',
  query: '{{analysis}} Lignes du résultat : {{count}}.',
  noRows: 'La requête n’a renvoyé aucune ligne.',
  firstRows: 'Les {{shown}} premières lignes sur {{count}}.',
} as const satisfies Translation<typeof english, 'fr'>
