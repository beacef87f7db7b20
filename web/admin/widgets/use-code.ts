import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import { type Logo, type QrMatrix, qrMatrix, readLogo } from '../kit/qr.ts'
import { usePreview } from './use-preview.ts'

/** The QR code of a link, and the choice of a logo in it. */
export interface Code {
  link: string
  /** Undefined if the link is too long for a code. */
  matrix: QrMatrix | undefined
  /** The publisher's logo, if it was chosen and is in the code. */
  logo: Logo | undefined
  /** Why there is no logo in the code; undefined if nobody wants one, or while it is read. */
  problem: 'none' | 'unreadable' | 'too-long' | undefined
  mayHaveLogo: boolean
  withLogo: boolean
  setWithLogo: (wanted: boolean) => void
}

export function useCode(widget: WidgetRecord, link: string): Code {
  const [wanted, setWithLogo] = useState(false)
  const { data } = usePreview('button', widget.settings)
  const source = data?.config.publisher.logo
  const withLogo = wanted && Boolean(source)
  const { data: logo, isError: isUnreadable } = useQuery({
    queryKey: ['logo', source],
    queryFn: () => readLogo(source as string),
    enabled: withLogo,
    retry: false,
    staleTime: Infinity,
  })
  const matrixForLogo = withLogo && logo ? qrMatrix(link, true) : undefined
  const matrix = matrixForLogo ?? qrMatrix(link)
  const tooLong = withLogo && logo && matrix && !matrixForLogo ? 'too-long' : undefined
  return {
    link,
    matrix,
    logo: matrixForLogo && logo,
    problem: source === false ? 'none' : withLogo && isUnreadable ? 'unreadable' : tooLong,
    mayHaveLogo: Boolean(source),
    withLogo,
    setWithLogo,
  }
}
