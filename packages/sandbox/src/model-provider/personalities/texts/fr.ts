import type { WriterTexts } from './writer-texts.ts'

export const frenchTexts: WriterTexts = {
  headlines: ['Petit guide : {topic}', 'Y voir clair : {topic}', 'De la question au plan : {topic}'],
  openings: [
    'Votre question porte sur **{topic}**. En bref : partez de ce que vous voyez déjà, dites ce qui serait un bon résultat, puis faites le plus petit pas qui vous apprenne quelque chose. La suite détaille tout cela.',
    'Il y a plusieurs bonnes façons d’aborder **{topic}**, et la plupart ont la même ossature. Vous trouverez ci-dessous ce qui compte, un ordre pour s’y prendre et quelques outils qui allègent le travail.',
    'Avant d’entrer dans le détail, disons ce que **{topic}** n’est *pas* : ce n’est pas une seule décision, mais plusieurs petites, presque toutes réversibles. Voilà qui enlève déjà beaucoup de poids.',
  ],
  earlier:
    'Quant à votre question précédente sur « {earlier} » : ce qui a été dit reste valable, et la suite s’appuie dessus.',
  pointsHeading: ['Ce qui compte le plus', 'Les points décisifs'],
  points: [
    {
      lead: '**{first}** mérite le premier regard',
      details: [
        'Notez ce que vous en savez, et ce que vous ne faites que supposer.',
        'Un chiffre approximatif aujourd’hui vaut mieux qu’un chiffre exact le mois prochain.',
      ],
    },
    {
      lead: 'Gardez **{second}** à sa juste place',
      details: [
        'On lui donne facilement trop d’importance, ou aucune.',
        'Demandez-vous ce qui changerait si on l’écartait tout à fait.',
      ],
    },
    {
      lead: 'Dites tôt à quoi ressemble un bon résultat',
      details: [
        'Une phrase suffit.',
        'Si deux personnes la comprennent différemment, elle n’est pas encore terminée.',
      ],
    },
    {
      lead: 'Parlez avec quelqu’un qui connaît déjà **{third}**',
      details: [
        'Une demi-heure de son temps vous épargne des jours.',
        'Venez avec une question concrète plutôt que dix questions vagues.',
      ],
    },
    {
      lead: 'Laissez une place à l’erreur',
      details: [
        'Une décision réversible peut se prendre vite.',
        'Une décision irréversible mérite une nuit de sommeil.',
      ],
    },
  ],
  stepsHeading: ['Pas à pas', 'Un ordre qui marche'],
  steps: [
    'Décrivez la situation actuelle en cinq lignes, dont la première parle de **{first}**.',
    'Dressez la liste de vos limites : temps, argent, personnes, connaissances. Rayez ce qui n’est qu’une habitude.',
    'Esquissez deux voies réellement différentes, et non une voie et son épouvantail.',
    'Essayez la moins chère à petite échelle, en notant *d’avance* ce que vous attendez.',
    'Comparez ce qui s’est passé avec ce que vous attendiez : l’écart est ce que vous avez appris.',
    'Décidez, prévenez toutes les personnes concernées et fixez la date du prochain bilan.',
  ],
  tableHeading: ['Trois voies comparées', 'Les options côte à côte'],
  tableHead: ['Voie', 'Utile quand', 'Attention à'],
  tableRows: [
    ['Petit essai', 'beaucoup reste inconnu', 'l’essai qui ne finit jamais'],
    ['Plan détaillé', 'une erreur coûterait cher', 'le plan qui survit à ses raisons'],
    ['Reprendre ce qui marche', 'd’autres l’ont bien résolu', 'les différences invisibles au début'],
    ['Demander à un expert', '{second} est nouveau pour vous', 'un conseil fait pour quelqu’un d’autre'],
  ],
  quotes: [
    'Un plan est une supposition que l’on a écrite afin de pouvoir la corriger.',
    'Ce que l’on mesure reçoit de l’attention ; mesurons donc ce qui en mérite.',
    'Le meilleur moment pour simplifier, c’est avant qu’il y ait quelque chose à simplifier.',
  ],
  codeHeading: 'Quelques outils',
  code: {
    typescript: 'Les notes prises en chemin se regroupent ainsi en TypeScript :',
    python: 'Une moyenne mobile en Python adoucit des chiffres qui sautent :',
    sql: 'Si les notes sont dans une base de données, une requête montre où se trouve l’essentiel :',
    bash: 'En ligne de commande, les mots les plus fréquents sont vite comptés :',
    rust: 'La médiane est plus sereine que la moyenne devant des valeurs extrêmes ; en Rust :',
    json: 'Quelques lignes de JSON suffisent pour convenir d’un bilan :',
  },
  formulaHeading: 'Un peu de mathématiques',
  formulas: {
    average:
      'Avec $n$ observations $x_1, \\dots, x_n$, la moyenne et la variance disent si un chiffre est typique et s’il est fiable :',
    evidence:
      'De combien une observation $B$ doit changer votre croyance en $A$, c’est ce que dit la règle de Bayes :',
    growth: 'Une grandeur qui croît au taux $r$, compté $n$ fois par an, devient après $t$ années :',
    distance: 'Quand les options sont jugées selon $m$ critères de poids $w_k$, leur distance vaut :',
  },
  diagramHeading: 'L’ensemble d’un coup d’œil',
  diagram: {
    ask: 'Question',
    gather: 'Réunir ce que l’on sait',
    attempt: 'Petit essai',
    enough: 'Assez bien ?',
    yes: 'oui',
    no: 'pas encore',
    keep: 'Garder et revoir',
  },
  checklistHeading: 'Avant de commencer',
  checklist: [
    'La question est écrite : {topic}',
    'Toutes les personnes concernées l’ont lue',
    'La date du premier bilan est fixée',
    'On sait qui décide pour {first}',
    'Il existe un retour en arrière en cas d’échec',
  ],
  closings: [
    'Dites-m’en plus sur **{first}**, et la prochaine réponse pourra être plus précise.',
    'Commencez le premier pas aujourd’hui : il prend moins de vingt minutes.',
    'Laquelle de ces voies vous convient le mieux ? Le plan pourra alors être détaillé.',
  ],
  footnote:
    'Ce texte a été composé par un modèle du bac à sable à partir des mots de la question. Aucun vrai modèle de langue n’a été interrogé.',
  linkText: 'comment s’écrit le Markdown',
}
