// The portal says "vous".
import type { Words } from '../index.ts'

/** Signing in, setting up, invitations. */
export const entry: Words['entry'] = {
  signIn: 'Se connecter',
  password: 'Mot de passe',
  linkInstead: 'Recevoir plutôt un lien par e-mail',
  forgotten: 'J’ai oublié mon mot de passe',
  welcomeBack: 'Bon retour',
  pressToSignIn: 'Appuyez sur le bouton pour vous connecter sur cet appareil.',
  anotherWay: 'Se connecter autrement',
  backToSignIn: 'Retour à la connexion',
  yourLink: 'Votre lien',
  byEmail: 'Se connecter par e-mail',
  setNewPassword: 'Définir un nouveau mot de passe',
  linkComes: 'Nous enverrons un lien à votre adresse e-mail.',
  sendLink: 'Envoyer le lien',
  sendLinkAgain: 'Renvoyer le lien',
  checkEmail: 'Consultez vos e-mails',
  sentForAnHour: 'Si {email} a un compte ici, un lien est en route. Il est valable une heure.',
  sentForMinutes: 'Si {email} a un compte ici, un lien est en route. Il est valable 15 minutes.',
  sentHere:
    'Si {email} a un compte ici, un lien est en route. Ouvrez-le dans ce navigateur, puis revenez à cette page.',
  linkDead: 'Ce lien ne fonctionne plus',
  overAnHour: 'Il a déjà été utilisé, ou date de plus d’une heure.',
  overMinutes: 'Il a déjà été utilisé, ou date de plus de 15 minutes.',
  getNewLink: 'Obtenir un nouveau lien',
  codeLabel: 'Code de votre application d’authentification',
  backupLabel: 'Code de secours',
  useBackup: 'Utiliser un code de secours',
  useAuthenticator: 'Utiliser l’application d’authentification',
  signedOutTitle: 'Vous avez été déconnecté',
  continueByPassword: 'Connectez-vous pour continuer. Ce que vous avez saisi sur cette page est toujours là.',
  continueByLink:
    'Connectez-vous avec un lien que nous envoyons à votre adresse e-mail. Ce que vous avez saisi sur cette page est toujours là.',
  leaveAsOther: 'Quitter cette page et se connecter avec un autre compte',
  resetText: 'Cela vous déconnecte partout ailleurs.',
  setAndSignIn: 'Définir le mot de passe et se connecter',
  invitationDead: 'Cette invitation ne fonctionne plus',
  invitationDeadText:
    'Elle a déjà été utilisée, date de plus de sept jours ou a été retirée. Si vous l’avez acceptée, connectez-vous. Sinon, demandez-en une nouvelle à la personne qui vous a invité.',
  welcome: 'Bienvenue chez {company}',
  invitedBy:
    '{name} vous a invité. Définissez un mot de passe, ou laissez-le vide et connectez-vous avec des liens que nous vous envoyons par e-mail.',
  invited:
    'Vous avez été invité. Définissez un mot de passe, ou laissez-le vide et connectez-vous avec des liens que nous vous envoyons par e-mail.',
  accept: 'Accepter l’invitation',
  emptyTitle: 'Rien n’est encore configuré',
  emptyText: 'Ce service n’a pas encore d’organisation, personne ne peut donc se connecter.',
  emptyHow:
    'À son démarrage, il a écrit un lien dans son journal. Ouvrez ce lien, nommez votre organisation, choisissez un mot de passe.',
  whereLog:
    'Le journal se trouve dans le terminal où vous avez lancé {start}, dans {journal} ou {docker}. Le lien est valable sept jours ; chaque démarrage en écrit un nouveau.',
  setUpAlready: 'Ce service est déjà configuré',
  setUpAlreadyText:
    'Le lien a rempli son rôle. Si vous n’avez pas encore de compte, demandez une invitation à un propriétaire.',
  setUpDead: 'Il date de plus de sept jours, ou n’a pas été copié en entier.',
  setUpTitle: 'Configurer votre organisation',
  setUpText: 'Vous en devenez le propriétaire. Tout peut être modifié plus tard.',
  company: 'Nom de votre organisation',
  companyFault: 'Saisissez un nom. On le voit dans le calendrier',
  timezoneFault: 'Choisissez-en un',
  yourEmail: 'Votre adresse e-mail',
  setUp: 'Configurer',
}
