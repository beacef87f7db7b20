// The portal says "usted", unlike the pages of subscribers.
import type { Words } from '../index.ts'

/** Signing in, setting up, invitations. */
export const entry: Words['entry'] = {
  signIn: 'Iniciar sesión',
  password: 'Contraseña',
  linkInstead: 'Recibir un enlace por correo',
  forgotten: 'He olvidado mi contraseña',
  welcomeBack: 'Le damos la bienvenida de nuevo',
  pressToSignIn: 'Pulse el botón para iniciar sesión en este dispositivo.',
  anotherWay: 'Iniciar sesión de otra forma',
  backToSignIn: 'Volver al inicio de sesión',
  yourLink: 'Su enlace',
  byEmail: 'Iniciar sesión por correo',
  setNewPassword: 'Establecer una nueva contraseña',
  linkComes: 'Enviaremos un enlace a su correo electrónico.',
  sendLink: 'Enviar el enlace',
  sendLinkAgain: 'Enviar el enlace de nuevo',
  checkEmail: 'Consulte su correo',
  sentForAnHour: 'Si {email} tiene una cuenta aquí, hay un enlace en camino. Vale durante una hora.',
  sentForMinutes: 'Si {email} tiene una cuenta aquí, hay un enlace en camino. Vale durante 15 minutos.',
  sentHere:
    'Si {email} tiene una cuenta aquí, hay un enlace en camino. Ábralo en este navegador y vuelva a esta página.',
  linkDead: 'Este enlace ya no funciona',
  overAnHour: 'Ya se usó o tiene más de una hora.',
  overMinutes: 'Ya se usó o tiene más de 15 minutos.',
  getNewLink: 'Obtener un enlace nuevo',
  codeLabel: 'Código de su aplicación de autenticación',
  backupLabel: 'Código de respaldo',
  useBackup: 'Usar un código de respaldo',
  useAuthenticator: 'Usar la aplicación de autenticación',
  signedOutTitle: 'Se ha cerrado su sesión',
  continueByPassword: 'Inicie sesión para continuar. Lo que escribió en esta página sigue ahí.',
  continueByLink:
    'Inicie sesión con un enlace que enviamos a su correo electrónico. Lo que escribió en esta página sigue ahí.',
  leaveAsOther: 'Salir de esta página e iniciar sesión como otra persona',
  resetText: 'Esto cierra su sesión en todos los demás sitios.',
  setAndSignIn: 'Establecer la contraseña e iniciar sesión',
  invitationDead: 'Esta invitación ya no funciona',
  invitationDeadText:
    'Ya se usó, tiene más de siete días o fue retirada. Si la aceptó, inicie sesión. Si no, pida una nueva a la persona que le invitó.',
  welcome: 'Le damos la bienvenida a {company}',
  invitedBy:
    '{name} le ha invitado. Establezca una contraseña, o déjela vacía e inicie sesión con enlaces que le enviamos por correo.',
  invited:
    'Ha recibido una invitación. Establezca una contraseña, o déjela vacía e inicie sesión con enlaces que le enviamos por correo.',
  accept: 'Aceptar la invitación',
  emptyTitle: 'Todavía no hay nada configurado',
  emptyText: 'Este servicio todavía no tiene ninguna organización, así que nadie puede iniciar sesión.',
  emptyHow:
    'Al arrancar escribió un enlace en su registro. Abra ese enlace, ponga nombre a su organización, elija una contraseña.',
  whereLog:
    'El registro está en el terminal donde ejecutó {start}, en {journal} o en {docker}. El enlace vale siete días; cada arranque escribe uno nuevo.',
  setUpAlready: 'Este servicio ya está configurado',
  setUpAlreadyText:
    'El enlace ya cumplió su función. Si todavía no tiene cuenta, pida una invitación a un propietario.',
  setUpDead: 'Tiene más de siete días o no se copió entero.',
  setUpTitle: 'Configurar su organización',
  setUpText: 'Usted será su propietario. Todo se puede cambiar después.',
  company: 'Nombre de su organización',
  companyFault: 'Escriba un nombre. La gente lo ve en su calendario',
  timezoneFault: 'Elija una',
  yourEmail: 'Su correo electrónico',
  setUp: 'Configurar',
}
