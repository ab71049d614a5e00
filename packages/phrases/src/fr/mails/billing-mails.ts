import type english from '../../en/mails/billing-mails.ts'
import type { Translation } from '../../translation.ts'

/** Mails and receipts of buyers. */
export default {
  'paid.subject': 'Reçu {{number}} de {{seller}}',
  'paid.text': 'Merci. Nous avons reçu {{total}} pour {{item}} dans le compte « {{account}} ».',
  'paid.button': 'Voir la commande et le reçu',
  'failed.subject': 'Le paiement de {{item}} a échoué dans {{account}}',
  'failed.text':
    'Nous n’avons pas pu débiter votre carte enregistrée pour un nouveau mois de la formule {{item}} du compte « {{account}} ». Nous réessaierons demain, au plus {{count}} fois. Ensuite, le compte repassera à la formule {{next}}. Rien ne sera supprimé.',
  'failed.button': 'Voir les formules',
  'cancelled.subject': 'Votre formule {{item}} prend fin le {{date}}',
  'cancelled.text':
    'Comme vous l’avez choisi, la formule {{item}} du compte « {{account}} » prend fin le {{date}} et la formule {{next}} la remplace. Rien d’autre ne sera débité pour {{item}}, et rien ne sera supprimé.',
  'ended.subject': 'La formule {{item}} de {{account}} a pris fin',
  'ended.text':
    'La formule {{item}} du compte « {{account}} » a pris fin ; le compte a maintenant la formule {{next}}. Rien n’a été supprimé.',
  sandbox: 'Bac à sable : aucune somme n’a été payée.',
  'receipt.title': 'Reçu',
  'receipt.sandbox': 'Bac à sable : aucune somme n’a été payée. Ce reçu n’est pas valable.',
  'receipt.date': 'Date',
  'receipt.order': 'Commande',
  'receipt.seller': 'Vendeur',
  'receipt.buyer': 'Facturé à',
  'receipt.taxId': 'Numéro fiscal',
  'receipt.pack': '{{item}} ({{credits}} crédits)',
  'receipt.plan': 'Formule {{item}}, un mois ({{credits}} crédits)',
  'receipt.subtotal': 'Sous-total',
  'receipt.tax': 'Taxe',
  'receipt.total': 'Total payé',
} as const satisfies Translation<typeof english, 'fr'>
