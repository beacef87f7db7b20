// The portal says "vous".
import type { Words } from '../index.ts'

/** The signed-in user’s own settings. */
export const profile: Words['profile'] = {
  text: 'Vous vous connectez en tant que {email}.',
  you: 'Vous',
  youText:
    'Votre adresse e-mail ne peut pas être modifiée. Demandez à un propriétaire d’inviter la nouvelle.',
  languageHint: 'Pour ces pages et pour les e-mails que nous vous envoyons.',
  passwordDone: 'Votre nouveau mot de passe est en place',
  passwordText: 'Le modifier vous déconnecte partout ailleurs.',
  noPasswordText:
    'Vous n’avez pas de mot de passe et vous connectez avec des liens que nous vous envoyons par e-mail.',
  currentPassword: 'Mot de passe actuel',
  changePassword: 'Modifier le mot de passe',
  setPassword: 'Définir le mot de passe',
  sessions: 'Où vous êtes connecté',
  sessionsText: 'Une session se termine après 8 heures sans activité.',
  signOutHere: 'Se déconnecter ici',
  signOutElsewhere: 'Se déconnecter partout ailleurs',
  signOutElsewhereTitle: 'Se déconnecter partout ailleurs ?',
  signOutElsewhereText:
    'Les autres navigateurs et appareils devront se reconnecter, et les liens de connexion reçus par e-mail cessent de fonctionner.',
  onlyHere: 'Vous n’êtes plus connecté qu’ici',
  secondStep: 'Deuxième étape',
  secondStepText:
    'Un code d’une application d’authentification, demandé à chaque connexion. Votre mot de passe seul ne suffit alors plus.',
  on: 'Activée',
  off: 'Désactivée',
  begin: 'La configurer',
  beginTitle: 'Configurer la deuxième étape',
  continue: 'Continuer',
  newCodes: 'Nouveaux codes de secours',
  end: 'La désactiver',
  endTitle: 'Désactiver la deuxième étape ?',
  endDone: 'Vous n’avez plus besoin de code',
  passwordFirst: 'Définissez d’abord un mot de passe.',
  noCodesLeft: 'Il ne reste aucun code de secours.',
  codesLeft: {
    one: 'Il reste {count} code de secours.',
    many: 'Il reste {count} codes de secours.',
    other: 'Il reste {count} codes de secours.',
  },
  renewTitle: 'Créer de nouveaux codes de secours ?',
  renewText: 'Vos codes actuels cesseront de fonctionner.',
  renew: 'Créer de nouveaux codes',
  yourCodes: 'Vos codes de secours',
  yourCodesText:
    'Chaque code vous permet de vous connecter une fois sans votre application d’authentification. Imprimez-les ou conservez-les avec vos mots de passe. Ils ne sont affichés qu’une seule fois.',
  codes: 'Codes de secours',
  theCodes: 'codes de secours',
  allCodes: 'Tous ensemble',
  codesSaved: 'Je les ai enregistrés',
  yourPassword: 'Votre mot de passe',
  yourPasswordFault: 'Saisissez votre mot de passe',
  scan: 'Scannez ceci avec votre application d’authentification, ou saisissez-y le secret.',
  qrCode: 'QR code pour votre application d’authentification',
  code: 'Code de l’application',
  codeFault: 'Saisissez les six chiffres',
  enrol: 'L’activer',
  enrolDone: 'Désormais, il vous faut un code pour vous connecter',
}
