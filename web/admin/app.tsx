import { DirectionProvider, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { SignInAgain } from './entry/sign-in-again.tsx'
import { client } from './kit/data.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

// Style elements that components insert need the page's nonce, or the browser refuses them.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')!.content
// The library that locks scrolling behind a dialog reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: nonce })

export function App() {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
          <SignInAgain />
          <Notifications position={document.dir === 'rtl' ? 'bottom-left' : 'bottom-right'} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
