import type english from '../../en/first-page/errors.ts'
import type { Translation } from '../../translation.ts'

export default {
  NO_ANSWER: 'Une erreur s’est produite',
  TIMED_OUT: 'Cela semble prendre un peu trop de temps ! Veuillez réessayer sous peu.',
  INVALID_RESPONSE: 'Structure de réponse non valide',

  INVALID_INPUT: 'Une partie de la saisie n’est pas valide.',
  CONTEXT_MISMATCH: 'Le compte ou le salon a changé entre-temps. Veuillez recharger la page.',
  ACCOUNT_REQUIRED: 'Choisissez d’abord un compte.',
  ROOM_REQUIRED: 'Choisissez d’abord un salon.',
  NOT_FOUND: 'Il n’y a rien ici, ou rien que vous puissiez voir.',
  METHOD_NOT_ALLOWED: 'Une erreur s’est produite',
  REQUEST_TIMEOUT: 'Cela semble prendre un peu trop de temps ! Veuillez réessayer sous peu.',
  CONFLICT: 'Quelqu’un a modifié ceci au même moment. Veuillez recharger.',
  IDEMPOTENCY_KEY_REUSED: 'Ceci a déjà été envoyé sous une autre forme. Veuillez recharger la page.',
  IDEMPOTENCY_IN_PROGRESS: 'Le traitement est encore en cours.',
  PAYLOAD_TOO_LARGE: 'C’est plus volumineux que ce qui peut être envoyé.',
  UNSUPPORTED_MEDIA_TYPE: 'Une erreur s’est produite',
  RATE_LIMITED: 'Trop de demandes. Veuillez réessayer plus tard.',
  INTERNAL: 'Une erreur s’est produite',
  UNAVAILABLE: 'Service temporairement indisponible.',
  'UNAVAILABLE.database-disk-full':
    'Le disque du serveur est plein : rien ne peut être enregistré pour le moment. Prévenez votre administrateur. Ce que vous voyez est conservé.',
  'UNAVAILABLE.database-read-only':
    'La base de données est en lecture seule : rien ne peut être enregistré pour le moment. Réessayez dans un instant.',
  'UNAVAILABLE.database-too-many-connections':
    'La base de données a trop de connexions. Réessayez dans un instant.',
  'UNAVAILABLE.database-stopping': 'La base de données redémarre. Réessayez dans un instant.',
  'UNAVAILABLE.database-busy': 'La base de données est occupée. Réessayez dans un instant.',
  'UNAVAILABLE.database-unreachable':
    'La base de données est injoignable pour le moment. Réessayez dans un instant.',
  'UNAVAILABLE.stopping': 'Le serveur redémarre. Réessayez dans un instant.',
  DOWNTIME: 'Atrium est en maintenance programmée. Réessayez une fois celle-ci terminée.',
  STORAGE_UNAVAILABLE: 'Le fichier ne peut pas être enregistré : le stockage est plein ou en lecture seule.',

  UNAUTHENTICATED: 'Veuillez vous connecter.',
  SESSION_ENDED: 'Votre session a pris fin. Veuillez vous reconnecter.',
  ORIGIN_REFUSED: 'Cette page a été ouverte à une adresse depuis laquelle la connexion n’est pas autorisée.',
  FORBIDDEN: 'Vous n’avez pas l’autorisation de faire cela.',
  TERMS_NOT_ACCEPTED: 'Veuillez d’abord accepter les conditions d’utilisation.',
  NOT_A_MEMBER:
    'Vous n’avez pas l’autorisation d’effectuer cette action. Il semble que vous ne soyez pas membre de cet espace de travail. Adressez-vous à l’administrateur pour obtenir l’accès.',

  INVALID_CREDENTIALS: 'L’adresse e-mail ou le mot de passe n’est pas correct.',
  EMAIL_NOT_VERIFIED: 'Veuillez confirmer votre adresse e-mail avec le code qui vous a été envoyé.',
  CODE_NOT_ACCEPTED: 'Ce code n’est pas correct ou n’est plus valable. Demandez-en un nouveau.',
  CODE_RECENTLY_SENT: 'Un code vient d’être envoyé. Veuillez patienter avant d’en demander un autre.',
  PASSWORD_TOO_WEAK: 'Ce mot de passe ne respecte pas les règles.',
  PASSWORD_TOO_COMMON: 'Ce mot de passe compte parmi les plus utilisés. Veuillez en choisir un autre.',
  SECOND_FACTOR_NEEDED: 'Pour continuer, saisissez un code de votre application d’authentification.',
  SECOND_FACTOR_NOT_ACCEPTED: 'Ce code n’est pas correct ou a déjà servi. Attendez le suivant et réessayez.',
  SIGN_IN_EXPIRED: 'Cette connexion a pris trop de temps. Veuillez recommencer.',
  PROOF_NOT_ACCEPTED: 'Le mot de passe ou le code n’est pas correct.',
  SIGN_IN_AGAIN: 'Veuillez vous déconnecter puis vous reconnecter avant de modifier ceci.',
  PASSKEY_NOT_ACCEPTED: 'Cette clé d’accès n’a pas été acceptée.',
  USER_BEING_DELETED: 'Ce compte personnel est en cours de suppression. Cela peut encore être annulé.',
  SIGN_IN_METHOD_OFF: 'Ce mode de connexion n’est pas proposé ici.',
  ALREADY_SIGNED_IN: 'Vous êtes déjà connecté.',
  OPENID_SIGN_IN_FAILED: 'Cette connexion n’a pas pu aboutir. Veuillez la recommencer.',
  OPENID_SIGN_IN_DENIED: 'La connexion n’a pas été accordée par le fournisseur.',
  OPENID_WITHOUT_ADDRESS:
    'Le fournisseur n’a pas communiqué votre adresse e-mail, nécessaire pour se connecter ici.',
  OPENID_PROVIDER_UNAVAILABLE:
    'Le fournisseur de connexion ne répond pas pour le moment. Veuillez réessayer sous peu.',
  EMAIL_NOT_ACCEPTED: 'Les adresses de ce fournisseur sont jetables. Veuillez en utiliser une autre.',
  SIGN_UP_REFUSED: 'L’inscription n’est pas ouverte pour cette adresse e-mail.',

  PAYMENTS_OFF: 'Les forfaits et les crédits ne sont pas en vente ici.',
  PAYMENT_REQUIRED: 'Ce forfait commence après son paiement.',
  BILLING_DETAILS_REQUIRED: "Saisissez d'abord les informations de facturation du compte.",
  PRICE_CHANGED: 'Le prix a changé. Vérifiez-le avant de payer.',
  PLAN_NOT_FOR_SALE: 'Ce forfait ne peut pas être acheté pour le moment.',
  PAYMENT_PROVIDER_UNAVAILABLE:
    "Le prestataire de paiement ne répond pas. Vous n'avez pas été débité. Réessayez dans un instant.",
  PAYMENT_EVENT_REFUSED: "Cet événement n'a pas de signature valide.",
  ACCOUNT_LIMIT_REACHED: 'Vous possédez déjà autant de comptes qu’une personne peut en avoir.',
  LAST_OWNER: 'Un compte a toujours un propriétaire. Transmettez-le d’abord à quelqu’un d’autre.',
  OWNS_SHARED_ACCOUNT:
    'D’autres personnes appartiennent à un compte dont vous êtes propriétaire. Transmettez-le ou supprimez-le d’abord.',
  ALREADY_A_MEMBER: 'Cette personne est déjà membre du compte.',
  ALREADY_INVITED: 'Cette adresse est déjà invitée.',
  TOO_MANY_INVITES: 'Il y a trop d’invitations en attente. Retirez-en d’abord quelques-unes.',
  INVITE_NOT_VALID: 'Cette invitation n’est pas valable ou ne l’est plus. Demandez-en une nouvelle.',
  CREDIT_REQUEST_OPEN: 'Vous avez déjà demandé des crédits. Veuillez attendre la décision.',
  CREDIT_REQUEST_DECIDED: 'Cette demande a déjà été traitée ou retirée.',
  ACCOUNT_OUT_OF_CREDITS:
    'Il reste moins de crédits que cela au compte. Un administrateur système peut en accorder davantage.',
  INVITE_SIGN_IN_FIRST:
    'Il existe déjà un compte pour cette adresse. Connectez-vous pour accepter l’invitation.',
  NAME_LOOKS_LIKE_MEMBER:
    'Votre nom ressemble à celui d’un membre de ce compte. Modifiez-le dans votre profil, puis rejoignez le compte.',
  INVITE_FOR_ANOTHER_ADDRESS:
    'Cette invitation a été envoyée à une autre adresse e-mail. Connectez-vous avec celle-ci.',
  ROOM_LIMIT_REACHED:
    'Vous avez créé le nombre maximal de salons pour un membre. Supprimez-en un ou demandez à un administrateur de le créer.',
  ROOM_NAME_TAKEN: 'Ce nom de salon existe déjà',
  PUBLIC_ROOM_MEMBER: 'Les membres d’un salon public ne sont pas autorisés à effectuer cette action',
  ROOM_OWNER_STAYS:
    'Un salon a toujours un propriétaire. Nommez d’abord quelqu’un d’autre administrateur du salon.',
  FILE_NOT_SUPPORTED: 'Le fichier que vous avez envoyé n’est pas pris en charge.',
  FILE_EMPTY: 'Le fichier est vide. Choisissez-en un qui a un contenu.',
  FILE_TOO_LARGE: 'Le fichier dépasse la taille autorisée.',
  UPLOAD_REFUSED: 'L’envoi a pris trop de temps. Veuillez réessayer.',
  FILES_TOO_LARGE_TOGETHER: 'La taille cumulée des fichiers dépasse la limite autorisée.',
  TOO_MANY_FILES: 'Le nombre maximal de fichiers est atteint. Supprimez-en un d’abord.',
  FILE_NAME_TAKEN: 'Un fichier porte déjà ce nom.',
  FILES_NOT_USABLE: 'Certains fichiers sont absents, ne sont pas à vous ou servent déjà.',
  SOURCE_ALREADY_ADDED: 'Cet élément est déjà dans la base de connaissances.',
  NOT_SHARED_WITH_ROOM: 'Partagez-le d’abord avec le salon de la base de connaissances.',
  TOO_MANY_SOURCES: 'La base de connaissances a le nombre maximal de sources. Retirez-en une d’abord.',
  RAG_NOT_ALLOWED: 'Les bases de connaissances ne font pas partie du forfait de ce compte.',
  REPORTS_NOT_ALLOWED: 'Les rapports ne font pas partie du forfait de ce compte.',
  KNOWLEDGE_BASE_NAME_TAKEN: 'Une base de connaissances porte déjà ce nom.',
  TOO_MANY_GOLDEN_QUESTIONS:
    'Le nombre maximal de questions de référence est atteint. Supprimez-en une d’abord.',
  FILE_LINK_REFUSED: 'Ce lien n’est plus valable. Ouvrez de nouveau le fichier.',
  LABEL_NAME_TAKEN: 'Une étiquette porte déjà ce nom.',
  TOO_MANY_LABELS: 'Il n’est pas possible d’avoir plus d’étiquettes. Supprimez-en une d’abord.',
  TOO_MANY_PROMPTS: 'Il n’est pas possible d’avoir plus de modèles de question. Supprimez-en un d’abord.',
  TOO_MANY_COMMENTS:
    'Ce canevas a atteint le nombre maximal de commentaires. Supprimez-en quelques-uns d’abord.',
  TOO_MANY_CANVAS_VERSIONS: 'Il n’est pas possible de nommer plus de versions. Retirez d’abord un nom.',
  TOO_MANY_CANVASES: 'Il n’est pas possible d’avoir plus de canevas. Supprimez-en un d’abord.',
  TOO_MANY_PROVIDERS: 'Il n’est pas possible d’avoir plus de fournisseurs. Supprimez-en un d’abord.',
  TOO_MANY_TOOL_SERVERS: 'Il n’est pas possible d’avoir plus de serveurs d’outils. Supprimez-en un d’abord.',
  SETUP_LINK_NOT_VALID: 'Ce lien d’installation n’est pas valide, ou quelqu’un l’a déjà utilisé.',
  LAST_SYSTEM_ADMIN: 'Il y a toujours un administrateur système. Désignez-en d’abord un autre.',
  SET_BY_ENVIRONMENT: 'Ce réglage vient de l’environnement du serveur : il ne peut pas être modifié ici.',

  NOT_ENOUGH_CREDITS: 'Il ne reste pas assez de crédits pour cette question.',
  CREDITS_EXHAUSTED: 'Tous les crédits sont épuisés.',
  TOKEN_LIMIT_REACHED:
    'La discussion est plus longue que ce que ce modèle peut lire. Choisissez un modèle dont la limite est plus élevée ou commencez une nouvelle discussion.',
  SUMMARY_FAILED: 'Le début de la discussion n’a pas pu être résumé. Votre question est conservée.',
  REQUEST_NOT_PERMITTED: 'Cette demande n’est pas permise.',
  MODEL_NOT_AVAILABLE: 'Ce modèle n’est pas disponible. Veuillez en choisir un autre.',
  MODEL_NOT_ALLOWED_IN_ROOM: 'Ce modèle n’est pas autorisé dans ce salon. Veuillez en choisir un autre.',
  NO_MODEL_ALLOWED_IN_ROOM:
    'Aucun des modèles de ce salon n’est plus autorisé dans le compte. Demandez à un administrateur du salon d’en choisir d’autres.',
  PICTURES_NOT_SEEN: 'Ce modèle ne peut pas voir les images.',
  ANSWER_RUNNING: 'Une autre question de cette discussion reçoit d’abord sa réponse.',
  QUEUE_FULL:
    'Trop de questions attendent dans cette discussion. Patientez jusqu’à ce que certaines aient une réponse.',
  TOO_MANY_ANSWERS:
    'Trop de réponses sont en cours de rédaction pour vous. Attendez que l’une d’elles se termine.',

  PROVIDER_RATE_LIMITED: 'Le modèle reçoit trop de questions en ce moment. Veuillez réessayer sous peu.',
  PROVIDER_UNAVAILABLE: 'Le modèle est injoignable pour le moment. Réessayez ou choisissez un autre modèle.',
  PROVIDER_REFUSED_KEY:
    'Le modèle n’accepte pas la clé configurée pour lui. La personne qui gère ce service peut y remédier.',
  PROVIDER_REJECTED: 'Le modèle n’a pas pu traiter cette question.',
  PROVIDER_DROPPED: 'La connexion avec le modèle a été interrompue. Ce qui était arrivé est conservé.',
  PROVIDER_STALLED: 'Le modèle a cessé d’écrire. Ce qui était arrivé est conservé.',
  PROVIDER_MALFORMED: 'Le modèle a envoyé quelque chose d’illisible.',
  PROVIDER_EMPTY: 'Le modèle a terminé sans répondre.',
  CONTENT_FILTERED: 'Le modèle a refusé de répondre à cette question.',
  JOB_ACCESS_LOST: 'La tâche a été arrêtée, car vous n’avez plus accès à cet espace ou à ce modèle.',
  JOB_NO_FILES:
    'Ce salon n’a pas encore de fichier au texte lisible. Ajoutez des fichiers, ou attendez qu’ils soient traités, puis recommencez.',
  JOB_FILE_GONE: 'Le fichier de cette tâche a été supprimé, ou vous n’y avez plus accès.',
  JOB_TABLE_UNREADABLE: 'Aucun tableau avec des lignes n’est lisible dans ce fichier.',
  JOB_TABLE_TOO_LARGE: 'Ces lignes contiennent trop de texte pour une tâche. Choisissez moins de lignes.',
  JOB_DOCUMENT_UNREADABLE: 'Aucun texte n’est lisible dans ce fichier.',
  JOB_DOCUMENT_TOO_LARGE: 'Ce document est trop long pour une tâche. Divisez-le et traduisez les parties.',
  JOB_STEP_FAILED:
    'Une étape de cette tâche a échoué plusieurs fois : la tâche a été arrêtée. Ce qu’elle a trouvé est conservé.',
  JOB_TOOK_TOO_LONG: 'Cette tâche a atteint sa limite de temps. Ce qu’elle a trouvé est conservé.',
  SCHEDULED_JOB_WAITS:
    'Cette tâche a atteint son budget ou manque de crédits, et attend votre réponse dans sa discussion.',
  TOO_MANY_SCHEDULES: 'Vous avez trop de planifications. Supprimez-en une pour en ajouter une autre.',
  SCHEDULE_NEVER_RUNS: 'Cette planification se termine avant sa première exécution.',
  TOO_MANY_JOBS: 'Vous avez trop de tâches inachevées. Attendez la fin de l’une d’elles, ou annulez-en une.',
  ANSWER_TOO_LONG: 'La réponse a atteint sa limite. Ce qui était arrivé est conservé.',
  ANSWER_INTERRUPTED: 'La réponse a été interrompue. Ce qui était arrivé est conservé.',
  USER_DELETED: 'Un administrateur de ce serveur a supprimé ce compte. Demandez-lui de le restaurer.',
  PERSON_OWNS_SHARED_ACCOUNT:
    'Cette personne est propriétaire d’un compte qui a d’autres membres. Demandez-lui de le transmettre, ou supprimez d’abord le compte sous Comptes.',
  USER_SUSPENDED: 'Ce compte est suspendu. Adressez-vous à l’administrateur de ce serveur.',
  ACCOUNT_SUSPENDED: 'Ce compte est suspendu. L’administrateur de ce serveur peut le rétablir.',
} as const satisfies Translation<typeof english, 'fr'>
