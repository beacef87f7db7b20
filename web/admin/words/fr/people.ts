// The portal says "vous".
import type { Words } from '../index.ts'

/** The users of a publisher, their roles and invitations. */
export const people: Words['people'] = {
  text: 'Les personnes qui travaillent ici, et ce qu’elles peuvent faire.',
  textForOthers:
    'Les personnes qui travaillent ici, et ce qu’elles peuvent faire. Les propriétaires peuvent le modifier.',
  invite: 'Inviter quelqu’un',
  searchHint: 'Nom ou e-mail',
  role: 'Rôle',
  allRoles: 'Tous les rôles',
  owners: 'Propriétaires',
  editors: 'Rédacteurs',
  viewers: 'Lecteurs',
  active: 'Actif',
  invited: 'Invité',
  off: 'Désactivé',
  nobodyMatches: 'Personne ne correspond',
  nobody: 'Il n’y a encore personne ici',
  you: '{name} (vous)',
  secondStep: 'Deuxième étape',
  codes: 'Codes',
  noStep: 'Aucune',
  lastSignIn: 'Dernière connexion',
  mayView: 'Voit tout, sauf les clés d’API et le journal d’audit',
  mayEdit: 'Modifie aussi les calendriers, événements et widgets, et télécharge des données',
  mayAll: 'Peut tout faire, y compris gérer les personnes, les clés d’API et le journal d’audit',
  changeNamed: 'Modifier {name}',
  emailHint: 'Nous y envoyons une invitation. Elle est valable 7 jours.',
  languageHint: 'Pour les messages que nous envoyons.',
  send: 'Envoyer l’invitation',
  sent: 'L’invitation à {email} est en route',
  sendAgain: 'Renvoyer l’invitation',
  sentAgain: 'Une nouvelle invitation à {email} est en route',
  onAgain: '{name} peut de nouveau se connecter',
  offTitle: 'Désactiver {name} ?',
  offYourselfTitle: 'Vous désactiver vous-même ?',
  offText:
    'Cette personne est aussitôt déconnectée partout. Elle ne peut plus se connecter tant qu’un propriétaire ne la réactive pas.',
  offYourselfText: 'Vous êtes aussitôt déconnecté partout. Un autre propriétaire peut vous réactiver.',
  offDone: '{name} est désactivé',
  removeTitle: 'Retirer {name} ?',
  removeYourselfTitle: 'Vous retirer vous-même ?',
  removeText:
    '{email} est aussitôt déconnecté partout. Il faut une nouvelle invitation pour revenir. Le journal d’audit garde ce qui a été fait.',
  removeDone: '{name} ne fait plus partie de la liste',
  removeStep: 'Retirer la deuxième étape',
  removeStepTitle: 'Retirer la deuxième étape de {name} ?',
  removeStepText:
    'À faire si la personne a perdu son appareil. Dès lors, le mot de passe ou un lien envoyé par e-mail suffit. Assurez-vous que la demande vient vraiment d’elle.',
  removeIt: 'La retirer',
  removeStepDone: '{name} n’a plus besoin de code',
}
