/** A publisher as its mails show it. */
export interface Brand {
  name: string
  /** An https address of an image; mail programs show no others. False: none. */
  logo: string | false
  /** `#rgb` or `#rrggbb`, corrected for contrast where it is shown. False: the colours of the service. */
  color: string | false
}
